-- The waitlist: who waits for a time, free times that are offered, and who was asked.

create table visit_requests (
  site text not null references sites,
  "VisitRequestId" uuid not null,
  "PatientId" uuid not null,
  "CaseId" uuid not null,
  "FacilityId" uuid not null,
  -- Null: anybody of the discipline.
  "ProviderId" uuid,
  "VisitTypeName" text not null check (length("VisitTypeName") between 1 and 60),
  "Minutes" integer not null check ("Minutes" between 5 and 480),
  grid jsonb not null check (jsonb_typeof(grid) = 'array'),
  "Priority" integer not null check ("Priority" between 1 and 3),
  "Expires" date not null,
  "Note" text check (length("Note") <= 200),
  state text not null default 'open' check (state in ('open', 'booked', 'withdrawn', 'expired')),
  -- The booking they have already. It may be removed without the request.
  "VisitId" uuid,
  "AskedAt" timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  scope text not null,
  primary key (site, "VisitRequestId"),
  foreign key (site, "PatientId") references patients,
  foreign key (site, "CaseId") references cases,
  foreign key (site, "FacilityId") references facilities,
  foreign key (site, "ProviderId") references providers
);
create index on visit_requests (site, "PatientId");
create index on visit_requests (site, "CaseId");
create index on visit_requests (site, "FacilityId") where state = 'open';
create trigger scope_like_case before insert or update of scope, "CaseId" on visit_requests
  for each row execute function scope_like_case();
create trigger touch before update on visit_requests for each row execute function touch();
create trigger record_change after insert or update or delete on visit_requests
  for each row execute function record_change('visitRequests', 'VisitRequestId');

create table fill_batches (
  site text not null references sites,
  "FillBatchId" uuid not null default gen_random_uuid(),
  "FacilityId" uuid not null,
  "ProviderId" uuid not null,
  "RoomId" uuid,
  "PlaceOfService" text,
  "Start" text not null check ("Start" ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$'),
  "End" text not null check ("End" ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$' and "End" > "Start"),
  state text not null default 'open' check (state in ('open', 'filled', 'ended', 'stopped')),
  why text,
  "VisitId" uuid,
  "isAutomatic" boolean not null default false,
  "createdAt" timestamptz not null default clock_timestamp(),
  -- When somebody may be asked next.
  "nextAt" timestamptz not null default clock_timestamp(),
  scope text not null,
  primary key (site, "FillBatchId"),
  foreign key (site, "FacilityId") references facilities,
  foreign key (site, "ProviderId") references providers
);
-- One time is offered once at a time.
create unique index on fill_batches (site, "ProviderId", "Start") where state = 'open';
create index on fill_batches ("nextAt") where state = 'open';
create index on fill_batches (site, "Start");

create table fill_offers (
  site text not null references sites,
  "FillOfferId" uuid not null,
  "FillBatchId" uuid not null,
  "VisitRequestId" uuid not null,
  "PatientId" uuid not null,
  "FacilityId" uuid not null,
  "ProviderId" uuid not null,
  "askedAt" timestamptz not null default clock_timestamp(),
  reached text[] not null default '{}',
  answer text check (answer in ('accepted', 'declined', 'late')),
  "answeredAt" timestamptz,
  scope text not null,
  primary key (site, "FillOfferId"),
  -- Nobody is asked twice for one time.
  unique (site, "FillBatchId", "PatientId"),
  foreign key (site, "FillBatchId") references fill_batches,
  foreign key (site, "VisitRequestId") references visit_requests on delete cascade,
  foreign key (site, "PatientId") references patients
);
create index on fill_offers (site, "PatientId", "askedAt");
create index on fill_offers (site, "VisitRequestId");

do $$
declare
  tbl text;
begin
  foreach tbl in array array['fill_batches', 'fill_offers'] loop
    execute format('create trigger scope_of_visit before insert or update of scope, "FacilityId", "ProviderId" on %I for each row execute function scope_of_visit()', tbl);
  end loop;
  foreach tbl in array array['visit_requests', 'fill_batches', 'fill_offers'] loop
    execute format('alter table %I enable row level security', tbl);
    execute format('alter table %I force row level security', tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', tbl);
    execute format('create policy site_and_scope on %I to mainstay_api using (site = app_site() and in_scope(scope)) with check (site = app_site())', tbl);
  end loop;
end $$;
grant select, insert, update, delete on visit_requests to mainstay_api;
grant select, insert, update on fill_batches, fill_offers to mainstay_api;

-- A case that goes to another facility takes along who waits for it, and one that is removed too.
create or replace function reach_what_is_of_case() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update scripts set scope = null where site = new.site and "CaseId" = new."CaseId";
  update authorizations set scope = null where site = new.site and "CaseId" = new."CaseId";
  update visit_requests set scope = null where site = new.site and "CaseId" = new."CaseId";
  return null;
end $$;
create or replace function remove_case(which uuid) returns boolean
  language plpgsql volatile security definer set search_path = public as $$
begin
  if uses_of_case(which) is not null then
    raise exception 'the case is in use';
  end if;
  delete from visit_requests where site = app_site() and "CaseId" = which;
  delete from visit_history h using visits v
    where v.site = app_site() and v."CaseId" = which and h.site = v.site and h."VisitId" = v."VisitId";
  delete from visits where site = app_site() and "CaseId" = which;
  delete from scripts where site = app_site() and "CaseId" = which;
  delete from authorizations where site = app_site() and "CaseId" = which;
  delete from cases where site = app_site() and "CaseId" = which;
  return found;
end $$;

-- A visit that is let go, moved away or removed before its time leaves a time to offer, where the site wants that. Three
-- minutes are left to whoever takes it back.
create function offer_freed_time() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into fill_batches (site, "FacilityId", "ProviderId", "RoomId", "PlaceOfService", "Start", "End", "isAutomatic", "nextAt")
    select old.site, old."FacilityId", old."ProviderId", old."RoomId", old."PlaceOfService", old."Start", old."End", true,
      clock_timestamp() + interval '3 minutes'
    from sites s join facilities f on f.site = s.site and f."FacilityId" = old."FacilityId"
    where s.site = old.site and s.settings -> 'fill_rule' -> 'isOn' = 'true'::jsonb
      and old."Start" > to_char(clock_timestamp() at time zone f."TimeZone", 'YYYY-MM-DD"T"HH24:MI')
    on conflict do nothing;
  return null;
end $$;
create trigger offer_time_let_go after update of stage, "Start", "ProviderId", "FacilityId" on visits for each row
  when (old.stage in ('scheduled', 'confirmed') and (new.stage in ('cancelled', 'noShow', 'lateCancel')
    or old."Start" <> new."Start" or old."ProviderId" <> new."ProviderId" or old."FacilityId" <> new."FacilityId"))
  execute function offer_freed_time();
create trigger offer_time_removed after delete on visits for each row
  when (old.stage in ('scheduled', 'confirmed')) execute function offer_freed_time();

-- Where somebody is to be asked now, or waits no longer; the one thing the sender looks at beyond a site.
create function sites_with_offers_due() returns setof text
  language sql stable security definer set search_path = public as $$
  select site from fill_batches where state = 'open' and "nextAt" <= clock_timestamp()
  union
  select site from visit_requests where state = 'open' and "Expires" < (clock_timestamp() - interval '12 hours')::date
$$;
revoke all on function offer_freed_time, sites_with_offers_due from public;
grant execute on function sites_with_offers_due to mainstay_api;
