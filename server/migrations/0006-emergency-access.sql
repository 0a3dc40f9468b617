-- Charts opened under emergency access (spec 6), one row for each chart; kept for review.
create table emergency_accesses (
  site text not null references sites,
  "EmergencyAccessId" uuid not null,
  "PatientId" uuid not null,
  "UserId" uuid not null,
  reason text not null check (char_length(reason) between 10 and 300),
  offline boolean not null,
  -- By the clock of the device; when the server heard of it is its own.
  "startedAt" timestamptz not null,
  "openedAt" timestamptz not null,
  "receivedAt" timestamptz not null default clock_timestamp(),
  "reviewedAt" timestamptz,
  "reviewedByUserId" uuid,
  primary key (site, "EmergencyAccessId", "PatientId"),
  foreign key (site, "PatientId") references patients (site, "PatientId"),
  check (("reviewedAt" is null) = ("reviewedByUserId" is null))
);
create index on emergency_accesses (site, "startedAt") where "reviewedAt" is null;

alter table emergency_accesses enable row level security;
alter table emergency_accesses force row level security;
create policy owner_sees_all on emergency_accesses to current_user using (true) with check (true);
create policy site_only on emergency_accesses to mainstay_api using (site = app_site()) with check (site = app_site());
-- What was recorded stays as it was; only the review is added.
grant select, insert on emergency_accesses to mainstay_api;
grant update ("reviewedAt", "reviewedByUserId") on emergency_accesses to mainstay_api;
