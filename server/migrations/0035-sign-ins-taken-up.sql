alter table sessions
  -- What the device it was opened on proves itself by (devices."askHash"), as it first told it; never another one after that.
  add column "deviceHash" text check ("deviceHash" ~ '^[0-9a-f]{64}$'),
  -- Another device has spoken for it since: neither can be known to be the one it was opened on.
  add column "isDeviceDoubtful" boolean not null default false,
  -- The secret that counts now was shown by somebody since it was given out.
  add column "isShown" boolean not null default false,
  -- Of successors that were lost and replaced: each must never be shown.
  add column "lostHashes" text[] not null default '{}';
update sessions s set "deviceHash" = d."askHash" from devices d
where d.site = s.site and d."DeviceId" = s."DeviceId" and d."UserId" = s."UserId" and s."endedAt" is null;
update sessions set "isShown" = true where "repeatedAt" > "rotatedAt";
