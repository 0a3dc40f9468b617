-- Tablets at the front desk where patients check in.
create table kiosks (
  site text not null references sites,
  "KioskId" uuid not null,
  "FacilityId" uuid not null,
  "Name" text not null check (length("Name") between 1 and 60),
  -- What enrolls a tablet, once, until then.
  "codeHash" text,
  "codeExpiresAt" timestamptz,
  -- The public half of the tablet's key, and how often a tablet was enrolled: tokens of the one before end with it.
  "deviceKey" jsonb,
  enrollment int not null default 0,
  -- The last turn that the tablet signed; each is good once.
  turn bigint not null default 0,
  "createdAt" timestamptz not null default clock_timestamp(),
  "createdByUserId" uuid not null,
  "enrolledAt" timestamptz,
  "seenAt" timestamptz,
  "revokedAt" timestamptz,
  -- Tries that fitted nobody, since when.
  misses int not null default 0,
  "missesSince" timestamptz,
  primary key (site, "KioskId"),
  foreign key (site, "FacilityId") references facilities,
  check (("codeHash" is null) = ("codeExpiresAt" is null)),
  check (("deviceKey" is null) = ("enrolledAt" is null))
);
create index on kiosks (site, "FacilityId");
create index on kiosks ("codeHash") where "codeHash" is not null;
alter table kiosks enable row level security;
alter table kiosks force row level security;
create policy owner_sees_all on kiosks to current_user using (true) with check (true);
create policy site_only on kiosks to mainstay_api using (site = app_site()) with check (site = app_site());
grant select, insert, update on kiosks to mainstay_api;

-- A tablet that is no kiosk yet knows its code and no site.
create function site_of_kiosk_code(hashes text[], at timestamptz) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select site from kiosks where "codeHash" = any (hashes) and "codeExpiresAt" > at and "revokedAt" is null limit 1
$$;
revoke all on function site_of_kiosk_code from public;
grant execute on function site_of_kiosk_code to mainstay_api;

-- A check-in: the session of a patient for one visit, on a kiosk.
alter table patient_sessions
  add column "KioskId" uuid,
  add column "VisitId" uuid,
  add check (("KioskId" is null) = ("VisitId" is null)),
  add foreign key (site, "KioskId") references kiosks;
create index on patient_sessions (site, "KioskId") where "KioskId" is not null;

select close_to_patients();
