-- What patients book online: rules for each facility and visit type, and times that are held while somebody books.

create table booking_rules (
  site text not null references sites,
  "BookingRuleId" uuid not null,
  "FacilityId" uuid not null,
  "VisitTypeName" text not null check (length("VisitTypeName") between 1 and 60),
  "IsOn" boolean not null,
  "PublicName" text not null check (length("PublicName") between 1 and 60),
  "For" text not null check ("For" in ('new', 'followUp', 'both')),
  -- Null: every provider of the facility.
  "ProviderIds" uuid[],
  "AnyProvider" boolean not null,
  "StartEvery" int not null check ("StartEvery" between 5 and 120),
  "NoticeHours" int not null check ("NoticeHours" between 0 and 336),
  "HorizonDays" int not null check ("HorizonDays" between 1 and 365),
  "BufferBefore" int not null check ("BufferBefore" between 0 and 120),
  "BufferAfter" int not null check ("BufferAfter" between 0 and 120),
  "MaxPerProvider" int check ("MaxPerProvider" between 1 and 100),
  "MaxPerFacility" int check ("MaxPerFacility" between 1 and 500),
  "MaxUpcoming" int not null check ("MaxUpcoming" between 1 and 50),
  "NeedsRoom" boolean not null,
  "NeedsApproval" boolean not null,
  "Questions" jsonb not null default '[]' check (jsonb_typeof("Questions") = 'array'),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "BookingRuleId"),
  unique (site, "FacilityId", "VisitTypeName"),
  foreign key (site, "FacilityId") references facilities
);
select site_table('booking_rules', 'bookingRules', 'BookingRuleId');

-- A time that is kept for a session of the pages for patients: one of each. When it ends is a comparison with the clock.
create table booking_holds (
  site text not null references sites,
  "HoldId" uuid not null,
  "SessionId" uuid not null,
  "BookingRuleId" uuid not null,
  "CaseId" uuid,
  "FacilityId" uuid not null,
  "ProviderId" uuid not null,
  "RoomId" uuid,
  "VisitTypeName" text not null,
  -- Whom the person asked for; null for any.
  "AskedProviderId" uuid,
  "Start" text not null check ("Start" ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$'),
  "End" text not null check ("End" ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$' and "End" > "Start"),
  "isExtended" boolean not null default false,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null,
  primary key (site, "HoldId"),
  unique (site, "SessionId"),
  foreign key (site, "FacilityId") references facilities,
  foreign key (site, "ProviderId") references providers,
  foreign key (site, "CaseId") references cases on delete cascade,
  foreign key (site, "BookingRuleId") references booking_rules on delete cascade
);
create index on booking_holds (site, "ProviderId", "Start");
create index on booking_holds (site, "expiresAt");
alter table booking_holds enable row level security;
alter table booking_holds force row level security;
create policy owner_sees_all on booking_holds to current_user using (true) with check (true);
create policy site_only on booking_holds to mainstay_api using (site = app_site()) with check (site = app_site());
grant select, insert, update, delete on booking_holds to mainstay_api;
