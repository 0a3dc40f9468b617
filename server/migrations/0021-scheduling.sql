-- Scheduling: days that replace the weekly hours, holidays, visits without a patient, rooms, and what a booking tells.

alter table providers add column "MaxAtOnce" integer not null default 1 check ("MaxAtOnce" between 1 and 20);
alter table facilities add column rooms jsonb not null default '[]' check (jsonb_typeof(rooms) = 'array');
update facilities set visit_types = (
  select coalesce(jsonb_agg('{"Minutes": 45, "Overlap": "ask", "Capacity": 1}'::jsonb || one order by at), '[]')
  from jsonb_array_elements(visit_types) with ordinality as types (one, at));

alter table visits
  add column "SeriesId" uuid,
  add column "SchedulingNote" text check (length("SchedulingNote") <= 500),
  add column "TagIds" uuid[] not null default '{}',
  add column "RoomId" uuid;
-- What overlaps a booking: of a provider, of a patient, in a room.
create index on visits (site, "ProviderId", "Start");
create index on visits (site, "PatientId", "Start");
create index on visits (site, "RoomId", "Start") where "RoomId" is not null;
create index on visits (site, "SeriesId") where "SeriesId" is not null;

create table custom_days (
  site text not null references sites,
  "CustomDayId" uuid not null,
  "ProviderId" uuid not null,
  day date not null,
  blocks jsonb not null check (jsonb_typeof(blocks) = 'array'),
  "Note" text check (length("Note") <= 200),
  updated_at timestamptz not null default clock_timestamp(),
  scope text not null generated always as ('site') stored,
  primary key (site, "CustomDayId"),
  unique (site, "ProviderId", day),
  foreign key (site, "ProviderId") references providers
);
create index on custom_days (site, day);

create table holidays (
  site text not null references sites,
  "HolidayId" uuid not null,
  day date not null,
  "Name" text not null check (length("Name") between 1 and 60),
  -- Null: every facility.
  "FacilityIds" uuid[],
  updated_at timestamptz not null default clock_timestamp(),
  scope text not null generated always as ('site') stored,
  primary key (site, "HolidayId")
);
create index on holidays (site, day);

-- Seen like visits: by who sees the facility and the provider.
create table non_patient_visits (
  site text not null references sites,
  "NonPatientVisitId" uuid not null,
  "FacilityId" uuid not null,
  "ProviderId" uuid not null,
  "VisitTypeName" text not null check (length("VisitTypeName") between 1 and 60),
  "Title" text check (length("Title") <= 120),
  "Start" text not null check ("Start" ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$'),
  "End" text not null check ("End" ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$' and "End" > "Start"),
  "SeriesId" uuid,
  updated_at timestamptz not null default clock_timestamp(),
  scope text not null,
  primary key (site, "NonPatientVisitId"),
  foreign key (site, "FacilityId") references facilities,
  foreign key (site, "ProviderId") references providers
);
create index on non_patient_visits (site, "Start");
create index on non_patient_visits (site, "ProviderId", "Start");
create trigger scope_of_visit before insert or update of scope, "FacilityId", "ProviderId" on non_patient_visits
  for each row execute function scope_of_visit();

-- From which state to which a queued call moved each visit, where it moved several or made them (sync_outcome has one).
create table sync_stamp (
  site text not null,
  "DeviceId" uuid not null,
  record text not null,
  "stampFrom" timestamptz not null,
  "stampTo" timestamptz not null,
  at timestamptz not null default now(),
  primary key (site, "DeviceId", record, "stampFrom", "stampTo")
);
create index on sync_stamp using brin (at) with (autosummarize = on);

do $$
declare
  one record;
begin
  for one in
    select * from (values
      ('custom_days', 'customDays', 'CustomDayId'), ('holidays', 'holidays', 'HolidayId'),
      ('non_patient_visits', 'nonPatientVisits', 'NonPatientVisitId')
    ) as synced (tbl, entity, key)
  loop
    execute format('create trigger record_change after insert or update or delete on %I for each row execute function record_change(%L, %L)',
      one.tbl, one.entity, one.key);
    execute format('create trigger touch before update on %I for each row execute function touch()', one.tbl);
    execute format('create policy site_and_scope on %I to mainstay_api using (site = app_site() and in_scope(scope)) with check (site = app_site())', one.tbl);
  end loop;
  create policy site_only on sync_stamp to mainstay_api using (site = app_site()) with check (site = app_site());
  for one in select unnest(array['custom_days', 'holidays', 'non_patient_visits', 'sync_stamp']) as tbl
  loop
    execute format('alter table %I enable row level security', one.tbl);
    execute format('alter table %I force row level security', one.tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', one.tbl);
  end loop;
end $$;
grant select, insert, update, delete on custom_days, holidays, non_patient_visits to mainstay_api;
grant select, insert on sync_stamp to mainstay_api;

-- Whatever takes the time of a provider, a patient or a room counts, also where the caller sees nothing of it. Nothing
-- of it is told but when, with whom and of which type.
create function booked_beside(providers uuid[], patients uuid[], rooms uuid[], days_from text, days_to text)
  returns table ("VisitId" uuid, "PatientId" uuid, "CaseId" uuid, "FacilityId" uuid, "ProviderId" uuid,
    "VisitTypeName" text, "Start" text, "End" text, stage text, "RoomId" uuid)
  language sql stable security definer set search_path = public
  as $$
    select v."VisitId", v."PatientId", v."CaseId", v."FacilityId", v."ProviderId", v."VisitTypeName", v."Start", v."End",
      v.stage, v."RoomId"
    from visits v
    where v.site = app_site() and v."Start" >= days_from and v."Start" < days_to
      and v.stage not in ('cancelled', 'noShow', 'lateCancel')
      and (v."ProviderId" = any (providers) or v."PatientId" = any (patients) or v."RoomId" = any (rooms))
  $$;
create function meetings_beside(providers uuid[], days_from text, days_to text)
  returns table ("NonPatientVisitId" uuid, "FacilityId" uuid, "ProviderId" uuid, "VisitTypeName" text, "Start" text, "End" text)
  language sql stable security definer set search_path = public
  as $$
    select n."NonPatientVisitId", n."FacilityId", n."ProviderId", n."VisitTypeName", n."Start", n."End"
    from non_patient_visits n
    where n.site = app_site() and n."Start" >= days_from and n."Start" < days_to and n."ProviderId" = any (providers)
  $$;
-- A visit that is removed takes its history along; what it was stays in the audit log.
create function remove_visit(visit uuid) returns integer
  language plpgsql volatile security definer set search_path = public as $$
declare
  removed integer;
begin
  delete from visit_history where site = app_site() and "VisitId" = visit;
  delete from visits where site = app_site() and "VisitId" = visit and in_scope(scope)
    and stage in ('scheduled', 'confirmed', 'cancelled', 'noShow', 'lateCancel');
  get diagnostics removed = row_count;
  if removed = 0 then
    raise exception 'not a visit that can be removed';
  end if;
  return removed;
end $$;
revoke all on function booked_beside, meetings_beside, remove_visit from public;
grant execute on function booked_beside, meetings_beside, remove_visit to mainstay_api;

create or replace function forget_sync_history(most integer) returns integer
  language plpgsql volatile security definer set search_path = public as $$
declare
  changes integer;
  outcomes integer;
  stamps integer;
begin
  if not pg_try_advisory_xact_lock(7260004) then
    return null;
  end if;
  delete from sync_change where ctid = any (array(
    select ctid from sync_change where at < now() - interval '91 days' limit most));
  get diagnostics changes = row_count;
  delete from sync_stamp where ctid = any (array(
    select ctid from sync_stamp where at < now() - interval '181 days' limit most));
  get diagnostics stamps = row_count;
  with gone as (
    delete from sync_outcome where ctid = any (array(
      select ctid from sync_outcome where at < now() - interval '181 days' limit most))
    returning site, "DeviceId", mid
  ), last as (
    select site, "DeviceId", max(mid) as mid from gone group by site, "DeviceId"
  ), marked as (
    update devices d set "forgottenThrough" = greatest(d."forgottenThrough", last.mid)
    from last where d.site = last.site and d."DeviceId" = last."DeviceId"
  )
  select count(*) into outcomes from gone;
  return changes + outcomes + stamps;
end $$;

-- A visit that goes to another facility or provider takes along what hangs on it.
create or replace function reach_what_hangs() returns trigger language plpgsql security definer set search_path = public as $$
declare
  tbl text;
begin
  foreach tbl in array array['visit_history', 'visit_notes', 'services', 'claims'] loop
    execute format('update %I set scope = null, "FacilityId" = $3 where site = $1 and "VisitId" = $2', tbl)
      using new.site, new."VisitId", new."FacilityId";
  end loop;
  return null;
end $$;
drop trigger reach_what_hangs on visits;
create trigger reach_what_hangs after update of "ProviderId", "FacilityId" on visits for each row
  when (old."ProviderId" is distinct from new."ProviderId" or old."FacilityId" is distinct from new."FacilityId")
  execute function reach_what_hangs();

-- Who sees to the day of patients also books it, and who confirms visits or manages users sees to everybody's days.
update permission_groups set permissions = permissions || '{schedule visits}'
  where not 'schedule visits' = any (permissions)
    and permissions && '{move visits.confirmed,move visits.checkedIn,write notes}'::text[];
update permission_groups set permissions = permissions || '{manage schedules}'
  where not 'manage schedules' = any (permissions) and permissions && '{move visits.confirmed,manage users}'::text[];
