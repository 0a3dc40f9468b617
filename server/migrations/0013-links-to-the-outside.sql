-- Mail goes on where an SMTP server is configured; what was written without one stays to be read on /company/mail.
alter table outgoing_mail
  add column state text not null default 'kept' check (state in ('kept', 'waiting', 'sending', 'sent', 'failed')),
  -- Fixed when it is written, so that a mail that was given to the server twice can be known for the same.
  add column "MessageId" text,
  add column tries int not null default 0,
  -- When it is to be tried next; while it is being sent, when whoever sends it counts as dead.
  add column "dueAt" timestamptz not null default clock_timestamp(),
  add column "claimId" uuid,
  add column "sentAt" timestamptz,
  add column problem text;
create index on outgoing_mail ("dueAt") where state in ('waiting', 'sending');
-- The body may lose the secret of its link, nothing else of what was written changes.
grant update (state, tries, "dueAt", "claimId", "sentAt", problem, body) on outgoing_mail to mainstay_api;

-- Whoever sends looks across sites; the mails themselves are read inside of each.
create function sites_with_mail_due() returns setof text
  language sql stable security definer set search_path = public
  as $$ select distinct site from outgoing_mail where state in ('waiting', 'sending') and "dueAt" <= clock_timestamp() $$;
revoke all on function sites_with_mail_due from public;
grant execute on function sites_with_mail_due to mainstay_api;

-- Single sign-on by OpenID Connect: one provider for each site.
create table sso_connections (
  site text not null references sites,
  "Name" text not null check (length("Name") between 1 and 60),
  issuer text not null,
  "clientId" text not null,
  -- Sealed with a key derived from the server's signing key.
  "sealedSecret" text not null,
  -- Lower case, without @; whose e-mail ends so may come in this way.
  domains text[] not null check (cardinality(domains) between 1 and 20),
  "passwordAllowed" boolean not null default true,
  "Enabled" boolean not null default true,
  "updatedAt" timestamptz not null default clock_timestamp(),
  primary key (site)
);

-- Who a person is at the provider: noted at their first sign-in by a verified e-mail, and what counts from then on.
create table sso_identities (
  site text not null references sites,
  issuer text not null,
  subject text not null,
  "UserId" uuid not null,
  "linkedAt" timestamptz not null default clock_timestamp(),
  primary key (site, issuer, subject),
  unique (site, "UserId", issuer),
  foreign key (site, "UserId") references users on delete cascade
);

-- States that came back from a provider: each counts once.
create table sso_used_states (
  site text not null references sites,
  "stateHash" text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (site, "stateHash")
);

-- What wraps the device keys of somebody who comes without a password; told to their own sign-in alone.
create table device_secrets (
  site text not null references sites,
  "UserId" uuid not null,
  "sealedSecret" text not null,
  primary key (site, "UserId"),
  foreign key (site, "UserId") references users on delete cascade
);

-- SCIM 2.0: the directory of a company writes who works there. The token itself is shown once.
create table scim_tokens (
  site text not null references sites,
  "ScimTokenId" uuid not null,
  "Name" text not null check (length("Name") between 1 and 60),
  "tokenHash" text not null,
  -- What newly made users belong to.
  roles uuid[] not null default '{}',
  "createdByUserId" uuid not null,
  "createdAt" timestamptz not null default clock_timestamp(),
  "usedAt" timestamptz,
  "revokedAt" timestamptz,
  primary key (site, "ScimTokenId")
);

create table scim_users (
  site text not null references sites,
  "UserId" uuid not null,
  "externalId" text,
  "userName" text not null,
  -- Gone for the directory; the account itself is disabled and stays.
  "deletedAt" timestamptz,
  "createdAt" timestamptz not null default clock_timestamp(),
  "updatedAt" timestamptz not null default clock_timestamp(),
  primary key (site, "UserId"),
  foreign key (site, "UserId") references users on delete cascade
);
create unique index on scim_users (site, "externalId");

do $$
declare
  tbl text;
begin
  foreach tbl in array array['sso_connections', 'sso_identities', 'sso_used_states', 'device_secrets', 'scim_tokens', 'scim_users'] loop
    execute format('alter table %I enable row level security', tbl);
    execute format('alter table %I force row level security', tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', tbl);
    execute format('create policy site_only on %I to mainstay_api using (site = app_site()) with check (site = app_site())', tbl);
  end loop;
end $$;
grant select, insert, update, delete on sso_connections, sso_identities, sso_used_states to mainstay_api;
grant select, insert on device_secrets to mainstay_api;
grant select, insert on scim_tokens to mainstay_api;
grant update ("usedAt", "revokedAt") on scim_tokens to mainstay_api;
grant select, insert, update on scim_users to mainstay_api;

-- Two doors across sites for the login page: by the domain of an e-mail alone, so that nobody learns who has an account.
create function sso_ways(domain text) returns table (site text, name text)
  language sql stable security definer set search_path = public
  as $$ select c.site, c."Name" from sso_connections c where c."Enabled" and lower(domain) = any (c.domains) order by c.site $$;
-- Whose password does not count: those of the domain, but for who can put a wrong setting right.
create function sso_only(email text) returns setof text
  language sql stable security definer set search_path = public
  as $$ select u.site from users u join sso_connections c on c.site = u.site
        where u."Email" = lower(email) and c."Enabled" and not c."passwordAllowed" and not u."SuperUser"
          and split_part(u."Email", '@', 2) = any (c.domains) and not 'manage company settings' = any (u.can) $$;
revoke all on function sso_ways, sso_only from public;
grant execute on function sso_ways, sso_only to mainstay_api;

-- With another e-mail an account is perhaps somebody else's: who they are at the provider is to be shown anew.
create function forget_sso_identity() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from sso_identities where site = new.site and "UserId" = new."UserId";
  return null;
end $$;
create trigger forget_sso_identity after update of "Email" on users for each row
  when (new."Email" is distinct from old."Email") execute function forget_sso_identity();

-- Whether people of other sites have e-mails of a domain: a site must not draw them to a provider of its own.
create function is_domain_of_others(domain text) returns boolean
  language sql stable security definer set search_path = public
  as $$ select exists (select from users where site <> app_site() and split_part("Email", '@', 2) = lower(domain)) $$;
revoke all on function is_domain_of_others from public;
grant execute on function is_domain_of_others to mainstay_api;
