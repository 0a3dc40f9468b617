-- What is known of each device, and the order to sign it out and erase it.
alter table devices
  add column name text not null default 'A browser on a computer',
  add column "lastSyncAt" timestamptz,
  add column waiting integer not null default 0 check (waiting >= 0),
  add column parked integer not null default 0 check (parked >= 0),
  add column "isSealed" boolean not null default false,
  add column "revokedAt" timestamptz,
  add column "revokedByUserId" uuid,
  add column "revokedBy" text,
  -- Whoever shows it may confirm the erasure: the device itself, which is signed out by then.
  add column "eraseTicket" uuid,
  add column "erasedAt" timestamptz,
  add constraint erased_by_order check (("revokedAt" is null) = ("eraseTicket" is null) and ("revokedAt" is not null or "erasedAt" is null));
create index on devices (site, "UserId");

-- From which device a session is used; it ends with the device.
alter table sessions add column "DeviceId" uuid;
create index on sessions (site, "DeviceId");
