-- A pair of keys of a site: kiosks seal with the public half what they take without a connection, and can't read it.
create table kiosk_keys (
  site text not null references sites,
  "KioskKeyId" uuid not null,
  "publicKey" jsonb not null,
  "sealedPrivateKey" text not null,
  -- The server's key under which the pair was made: with another one there is another pair.
  "madeUnder" text not null,
  "createdAt" timestamptz not null default clock_timestamp(),
  primary key (site, "KioskKeyId"),
  unique (site, "madeUnder")
);

-- Arrivals that a kiosk took without a connection. What was typed stays until someone decides.
create table kiosk_arrivals (
  site text not null references sites,
  "ArrivalId" uuid not null,
  "KioskId" uuid not null,
  "FacilityId" uuid not null,
  -- By the tablet's clock, and never later than it was received.
  at timestamptz not null,
  "receivedAt" timestamptz not null,
  ip text not null,
  state text not null default 'waiting' check (state in ('waiting', 'matched', 'dismissed')),
  "DateOfBirth" date,
  "lastFour" text check ("lastFour" ~ '^\d{4}$'),
  forms jsonb,
  "VisitId" uuid,
  -- Null: it fitted one visit by itself.
  "decidedByUserId" uuid,
  "decidedAt" timestamptz,
  reason text,
  primary key (site, "ArrivalId"),
  foreign key (site, "KioskId") references kiosks,
  foreign key (site, "FacilityId") references facilities,
  foreign key (site, "VisitId") references visits on delete set null ("VisitId"),
  check (at <= "receivedAt"),
  check ((state = 'waiting') = ("decidedAt" is null)),
  check ((state = 'waiting') = ("DateOfBirth" is not null) and (state = 'waiting') = ("lastFour" is not null)),
  check (state = 'waiting' or forms is null)
);
create index on kiosk_arrivals (site, at) where state = 'waiting';
create index on kiosk_arrivals (site, "KioskId");

do $$
declare
  tbl text;
begin
  foreach tbl in array array['kiosk_keys', 'kiosk_arrivals'] loop
    execute format('alter table %I enable row level security', tbl);
    execute format('alter table %I force row level security', tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', tbl);
    execute format('create policy site_only on %I to mainstay_api using (site = app_site()) with check (site = app_site())', tbl);
    execute format('grant select, insert on %I to mainstay_api', tbl);
  end loop;
end $$;
grant update ("sealedPrivateKey") on kiosk_keys to mainstay_api;
grant update (state, "DateOfBirth", "lastFour", forms, "VisitId", "decidedByUserId", "decidedAt", reason) on kiosk_arrivals to mainstay_api;

create or replace function keys_in_use() returns table (kind text, "keyId" text, held bigint, until timestamptz)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    with sealed as (
      select 'second factors' as kind, "sealedKey" as text from second_factors
      union all select 'device secrets', "sealedSecret" from device_secrets
      union all select 'secrets of single sign-on', "sealedSecret" from sso_connections
      union all select 'keys of files', "sealedFileKey" from file_versions
      union all select 'keys of kiosks', "sealedPrivateKey" from kiosk_keys
    )
    select kind, case when text like '%.%' then split_part(text, '.', 1) end, count(*), null::timestamptz from sealed group by 1, 2
    union all
    select 'sessions', "keyId", count(*), max("expiresAt") from sessions
      where "endedAt" is null and "expiresAt" > clock_timestamp() and ("keyId" is not null or "previousHash" is not null)
      group by 2
    union all
    select 'chains of the audit log', s."keyId", count(*), null
      from audit_heads h join audit_seals s on s.site = h.site and s.seq = h.seq group by 2
  $$;

select close_to_patients();
