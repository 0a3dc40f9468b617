-- The plan of care of a case, the clinic's own questions answered on it, and scripts and authorizations beside it.

alter table cases
  add column "VisitsPerWeek" integer check ("VisitsPerWeek" between 1 and 14),
  add column "PlanWeeks" integer check ("PlanWeeks" between 1 and 52),
  add column "PlanOfCareStart" date,
  add column "CustomInputs" jsonb not null default '[]' check (jsonb_typeof("CustomInputs") = 'array');

create table scripts (
  site text not null references sites,
  "ScriptId" uuid not null,
  "PatientId" uuid not null,
  "CaseId" uuid not null,
  "ReferringProviderId" uuid,
  "Start" date,
  "End" date,
  "Visits" integer check ("Visits" between 1 and 999),
  "Note" text check (length("Note") <= 500),
  updated_at timestamptz not null default clock_timestamp(),
  scope text not null,
  primary key (site, "ScriptId"),
  foreign key (site, "PatientId") references patients,
  foreign key (site, "CaseId") references cases,
  foreign key (site, "ReferringProviderId") references referring_providers,
  check ("End" >= "Start")
);
create index on scripts (site, "PatientId");
create index on scripts (site, "CaseId");
create index on scripts (site, "ReferringProviderId");

create table authorizations (
  site text not null references sites,
  "AuthorizationId" uuid not null,
  "PatientId" uuid not null,
  "CaseId" uuid not null,
  "InsuranceId" uuid not null,
  "Number" text check (length("Number") <= 50),
  "Kind" text not null check ("Kind" in ('visits', 'units', 'dates')),
  "Allowed" integer check ("Allowed" between 1 and 999),
  "Status" text not null check ("Status" in ('requested', 'approved', 'denied', 'pended')),
  "Start" date,
  "End" date,
  "CountRule" text not null check ("CountRule" in ('signed', 'checkedIn', 'scheduled')),
  "Note" text check (length("Note") <= 500),
  updated_at timestamptz not null default clock_timestamp(),
  scope text not null,
  primary key (site, "AuthorizationId"),
  foreign key (site, "PatientId") references patients,
  foreign key (site, "CaseId") references cases,
  foreign key (site, "InsuranceId") references insurances,
  check ("End" >= "Start")
);
create index on authorizations (site, "PatientId");
create index on authorizations (site, "CaseId");
create index on authorizations (site, "InsuranceId");

-- Who sees a case sees what was ordered and allowed for it.
create function scope_like_case() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.scope := (select c.scope from cases c where c.site = new.site and c."CaseId" = new."CaseId");
  return new;
end $$;

create function reach_what_is_of_case() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update scripts set scope = null where site = new.site and "CaseId" = new."CaseId";
  update authorizations set scope = null where site = new.site and "CaseId" = new."CaseId";
  return null;
end $$;
create trigger reach_what_is_of_case after update of "FacilityId" on cases for each row
  when (old."FacilityId" is distinct from new."FacilityId") execute function reach_what_is_of_case();

do $$
declare
  one record;
begin
  for one in select * from (values ('scripts', 'scripts', 'ScriptId'), ('authorizations', 'authorizations', 'AuthorizationId'))
    as synced (tbl, entity, key)
  loop
    execute format('create trigger scope_like_case before insert or update of scope, "CaseId" on %I for each row execute function scope_like_case()', one.tbl);
    execute format('create trigger touch before update on %I for each row execute function touch()', one.tbl);
    execute format('create trigger record_change after insert or update or delete on %I for each row execute function record_change(%L, %L)',
      one.tbl, one.entity, one.key);
    execute format('alter table %I enable row level security', one.tbl);
    execute format('alter table %I force row level security', one.tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', one.tbl);
    execute format('create policy site_and_scope on %I to mainstay_api using (site = app_site() and in_scope(scope)) with check (site = app_site())', one.tbl);
  end loop;
end $$;
grant select, insert, update, delete on scripts, authorizations to mainstay_api;

-- What stands in the way of removing a case; its visits may be those of providers the caller does not see.
create function uses_of_case(which uuid) returns text
  language sql stable security definer set search_path = public as $$
  select case
    when exists (select from claims c join visits v on v.site = c.site and v."VisitId" = c."VisitId"
      where v.site = app_site() and v."CaseId" = which) then 'claims'
    when exists (select from ledger_entries e join visits v on v.site = e.site and v."VisitId" = e."VisitId"
      where v.site = app_site() and v."CaseId" = which) then 'claims'
    when exists (select from visit_notes where site = app_site() and "CaseId" = which) then 'notes'
    when exists (select from services where site = app_site() and "CaseId" = which) then 'notes'
    when exists (select from visits where site = app_site() and "CaseId" = which
      and stage not in ('scheduled', 'confirmed', 'cancelled')) then 'visits'
    when exists (select from visits where site = app_site() and "CaseId" = which and stage <> 'cancelled') then 'booked'
  end $$;

-- A case in which nothing happened, with its cancelled visits; the audit log keeps each row as it was.
create function remove_case(which uuid) returns boolean
  language plpgsql volatile security definer set search_path = public as $$
begin
  if uses_of_case(which) is not null then
    raise exception 'the case is in use';
  end if;
  delete from visit_history h using visits v
    where v.site = app_site() and v."CaseId" = which and h.site = v.site and h."VisitId" = v."VisitId";
  delete from visits where site = app_site() and "CaseId" = which;
  delete from scripts where site = app_site() and "CaseId" = which;
  delete from authorizations where site = app_site() and "CaseId" = which;
  delete from cases where site = app_site() and "CaseId" = which;
  return found;
end $$;
revoke all on function uses_of_case, remove_case from public;
grant execute on function uses_of_case, remove_case to mainstay_api;

-- Scripts follow the one who stays, as cases do.
create or replace function move_referred_cases(gone uuid, stays uuid) returns setof uuid
  language plpgsql volatile security definer set search_path = public as $$
begin
  if not exists (select from referring_providers where site = app_site() and "ReferringProviderId" = stays) then
    raise exception 'not a referring provider of this site';
  end if;
  update scripts set "ReferringProviderId" = stays where site = app_site() and "ReferringProviderId" = gone;
  return query update cases set "ReferringProviderContactId" = stays
    where site = app_site() and "ReferringProviderContactId" = gone returning "CaseId";
end $$;
