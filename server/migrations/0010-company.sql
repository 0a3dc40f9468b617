-- Facilities with regions and visit types, settings that reach every screen, and the clinic's own short lists.

create table regions (
  site text not null references sites,
  "RegionId" uuid not null,
  "Name" text not null check (length("Name") between 1 and 60),
  primary key (site, "RegionId")
);
create unique index on regions (site, lower("Name"));

-- Regions did not exist until now, so no facility can be in one.
update facilities set "RegionId" = null where "RegionId" is not null;
alter table facilities
  add foreign key (site, "RegionId") references regions (site, "RegionId") on delete set null ("RegionId");

-- A visit type was its name alone; it gets an id, and outlives its deletion.
alter table facilities add column visit_types_next jsonb not null default '[]' check (jsonb_typeof(visit_types_next) = 'array');
update facilities set visit_types_next = (
  select coalesce(jsonb_agg(jsonb_build_object('VisitTypeId', gen_random_uuid(), 'Name', name,
    'IsNonPatientVisit', false, 'deleted_at', null) order by at), '[]')
  from unnest(visit_types) with ordinality as one (name, at));
alter table facilities drop column visit_types;
alter table facilities rename column visit_types_next to visit_types;

create table custom_case_inputs (
  site text not null references sites,
  "CustomCaseInputId" uuid not null,
  "Label" text not null check (length("Label") between 1 and 60),
  "Inactive" boolean not null default false,
  primary key (site, "CustomCaseInputId")
);
create unique index on custom_case_inputs (site, lower("Label"));

create table visit_tags (
  site text not null references sites,
  "TagId" uuid not null,
  "Name" text not null check (length("Name") between 1 and 60),
  "Inactive" boolean not null default false,
  primary key (site, "TagId")
);
create unique index on visit_tags (site, lower("Name"));

create table payer_reporting_types (
  site text not null references sites,
  "PayerReportingTypeId" uuid not null,
  "Description" text not null check (length("Description") between 1 and 60),
  primary key (site, "PayerReportingTypeId")
);
create unique index on payer_reporting_types (site, lower("Description"));

-- Part of what GET /setup tells: audited, and every signed-in screen asks for it anew.
create function record_setup_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  row_new jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  row_old jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  one jsonb := coalesce(row_new, row_old);
begin
  if row_new is not distinct from row_old then
    return null;
  end if;
  insert into audit_entry (site, "UserId", "DeviceId", action, entity, pk, detail)
    values (one ->> 'site', nullif(current_setting('app.user', true), ''), nullif(current_setting('app.device', true), ''),
            lower(tg_op), tg_argv[0], one ->> tg_argv[1],
            jsonb_build_object('before', row_old - 'site', 'after', row_new - 'site'));
  perform pg_notify('mainstay_change', 'setup ' || (one ->> 'site'));
  return null;
end $$;

-- Who bills is not part of the setup; it is audited alike.
do $$
declare
  one record;
begin
  for one in
    select * from (values
      ('sites', 'website', 'site'), ('regions', 'regions', 'RegionId'), ('organizations', 'organizations', 'OrganizationId'),
      ('custom_case_inputs', 'customCaseInputs', 'CustomCaseInputId'), ('visit_tags', 'visitTags', 'TagId'),
      ('payer_reporting_types', 'payerReportingTypes', 'PayerReportingTypeId')
    ) as known (tbl, entity, key)
  loop
    execute format('create trigger record_setup_change after insert or update or delete on %I for each row execute function record_setup_change(%L, %L)',
      one.tbl, one.entity, one.key);
  end loop;
  for one in select unnest(array['regions', 'custom_case_inputs', 'visit_tags', 'payer_reporting_types']) as tbl
  loop
    execute format('alter table %I enable row level security', one.tbl);
    execute format('alter table %I force row level security', one.tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', one.tbl);
    execute format('create policy site_only on %I to mainstay_api using (site = app_site()) with check (site = app_site())', one.tbl);
  end loop;
end $$;
grant select, insert, update, delete on regions, custom_case_inputs, visit_tags, payer_reporting_types to mainstay_api;
