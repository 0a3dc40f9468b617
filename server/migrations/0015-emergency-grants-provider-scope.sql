-- Emergency access that is asked for (spec 6): for how long, by the server's clock, and what a reviewer said of it.
create table emergency_grants (
  site text not null references sites,
  "EmergencyAccessId" uuid not null,
  "UserId" uuid not null,
  reason text not null check (char_length(reason) between 10 and 300),
  "startedAt" timestamptz not null default clock_timestamp(),
  "endsAt" timestamptz not null,
  "endedAt" timestamptz,
  "endedByUserId" uuid,
  "reviewedAt" timestamptz,
  "reviewedByUserId" uuid,
  "reviewNote" text check (char_length("reviewNote") between 1 and 500),
  primary key (site, "EmergencyAccessId"),
  foreign key (site, "UserId") references users,
  check ("endsAt" > "startedAt"),
  check (("endedAt" is null) = ("endedByUserId" is null)),
  check (("reviewedAt" is null) = ("reviewedByUserId" is null) and ("reviewedAt" is null) = ("reviewNote" is null))
);
create index on emergency_grants (site, "UserId", "endsAt");
create index on emergency_grants (site, "startedAt") where "reviewedAt" is null;

-- Reviews of before this had no note.
alter table emergency_accesses add column "reviewNote" text check (char_length("reviewNote") between 1 and 500);
grant update ("reviewNote") on emergency_accesses to mainstay_api;

alter table emergency_grants enable row level security;
alter table emergency_grants force row level security;
create policy owner_sees_all on emergency_grants to current_user using (true) with check (true);
create policy site_only on emergency_grants to mainstay_api using (site = app_site()) with check (site = app_site());
-- What was asked stays as it was asked; only its end and its review are added.
grant select, insert on emergency_grants to mainstay_api;
grant update ("endedAt", "endedByUserId", "reviewedAt", "reviewedByUserId", "reviewNote") on emergency_grants to mainstay_api;

-- What was opened is put on record also when it is heard of after the right to open it has ended.
create function is_patient_here(patient uuid) returns boolean
  language sql stable security definer set search_path = public
  as $$ select exists (select from patients where site = app_site() and "PatientId" = patient) $$;
revoke all on function is_patient_here from public;
grant execute on function is_patient_here to mainstay_api;

-- Row scope by provider: whose visits, and what hangs on them, a user may see; null is everybody's. The scope of such a
-- row names the facility and then the provider; rows without a provider, and the history of before, name one part.
alter table users add column "providerIds" uuid[];

create or replace function in_scope(scope text) returns boolean language sql stable parallel safe
  return scope = any (string_to_array(current_setting('app.scopes', true), ','))
    or (scope like 'facility:%'
      and ('facility:*' = any (string_to_array(current_setting('app.scopes', true), ','))
        or split_part(scope, ' ', 1) = any (string_to_array(current_setting('app.scopes', true), ',')))
      and (strpos(scope, ' ') = 0
        or 'provider:*' = any (string_to_array(current_setting('app.scopes', true), ','))
        or split_part(scope, ' ', 2) = any (string_to_array(current_setting('app.scopes', true), ','))));

create function visit_scope(facility uuid, provider uuid) returns text language sql immutable parallel safe
  return 'facility:' || facility::text || ' provider:' || provider::text;

create function scope_of_visit() returns trigger language plpgsql as $$
begin
  new.scope := visit_scope(new."FacilityId", new."ProviderId");
  return new;
end $$;

-- What hangs on a visit is seen by who sees the visit.
create function scope_like_visit() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.scope := (select visit_scope(new."FacilityId", v."ProviderId") from visits v
    where v.site = new.site and v."VisitId" = new."VisitId");
  return new;
end $$;

create function reach_what_hangs() returns trigger language plpgsql security definer set search_path = public as $$
declare
  tbl text;
begin
  foreach tbl in array array['visit_history', 'visit_notes', 'services', 'claims'] loop
    execute format('update %I set scope = null where site = $1 and "VisitId" = $2', tbl) using new.site, new."VisitId";
  end loop;
  return null;
end $$;

-- Every device starts anew when the scopes of its user are told in another way, as they are from now on: no row has to
-- be sent because its scope is written otherwise.
do $$
declare
  tbl text;
begin
  foreach tbl in array array['visits', 'visit_history', 'visit_notes', 'services', 'claims'] loop
    execute format('alter table %I alter column scope drop expression', tbl);
    execute format('alter table %I disable trigger user', tbl);
  end loop;
  update visits set scope = visit_scope("FacilityId", "ProviderId");
  foreach tbl in array array['visit_history', 'visit_notes', 'services', 'claims'] loop
    execute format('update %I t set scope = visit_scope(t."FacilityId", v."ProviderId") from visits v
      where v.site = t.site and v."VisitId" = t."VisitId"', tbl);
    execute format('create trigger scope_like_visit before insert or update of scope, "FacilityId", "VisitId" on %I for each row execute function scope_like_visit()', tbl);
  end loop;
  create trigger scope_of_visit before insert or update of scope, "FacilityId", "ProviderId" on visits
    for each row execute function scope_of_visit();
  create trigger reach_what_hangs after update of "ProviderId" on visits for each row
    when (old."ProviderId" is distinct from new."ProviderId") execute function reach_what_hangs();
  foreach tbl in array array['visits', 'visit_history', 'visit_notes', 'services', 'claims'] loop
    execute format('alter table %I enable trigger user', tbl);
  end loop;
end $$;
