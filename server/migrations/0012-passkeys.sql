-- Passkeys (WebAuthn): the public half alone. The private one never leaves the person's authenticator.
create table passkeys (
  site text not null references sites,
  "PasskeyId" uuid not null,
  "UserId" uuid not null,
  -- As the authenticator names it, base64url.
  "credentialId" text not null,
  -- COSE, base64.
  "publicKey" text not null,
  -- Of the last sign-in; 0 for authenticators that do not count. One that goes back was copied.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  "createdAt" timestamptz not null default clock_timestamp(),
  "lastUsedAt" timestamptz,
  primary key (site, "PasskeyId"),
  foreign key (site, "UserId") references users on delete cascade
);
create unique index on passkeys (site, "credentialId");
create index on passkeys (site, "UserId");

-- A challenge carries its own end under the server's key; here stands which ones were answered, until they end anyway.
create table used_challenges (
  site text not null references sites,
  "challengeHash" text not null,
  "usedAt" timestamptz not null default clock_timestamp(),
  primary key (site, "challengeHash")
);
create index on used_challenges (site, "usedAt");

do $$
declare
  tbl text;
begin
  foreach tbl in array array['passkeys', 'used_challenges'] loop
    execute format('alter table %I enable row level security', tbl);
    execute format('alter table %I force row level security', tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', tbl);
    execute format('create policy site_only on %I to mainstay_api using (site = app_site()) with check (site = app_site())', tbl);
  end loop;
end $$;
grant select, insert, update, delete on passkeys to mainstay_api;
grant select, insert, delete on used_challenges to mainstay_api;
