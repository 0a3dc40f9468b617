-- Mail that Mainstay has written. Nothing sends it to other machines yet: /company/mail is where it arrives.
create table outgoing_mail (
  site text not null references sites,
  "MailId" uuid not null default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  -- Whose account it is about; what is said to a superuser is not for the eyes of others.
  "UserId" uuid,
  "to" text not null,
  subject text not null,
  body text not null,
  primary key (site, "MailId")
);
create index on outgoing_mail (site, at);

-- Single-use links to one's own account. The secret itself is in the mail alone.
create table account_links (
  site text not null references sites,
  "LinkId" uuid not null,
  "UserId" uuid not null,
  kind text not null check (kind in ('invite', 'reset', 'verify')),
  "secretHash" text not null,
  "createdAt" timestamptz not null default clock_timestamp(),
  "expiresAt" timestamptz not null,
  "endedAt" timestamptz,
  "endedWhy" text check ("endedWhy" in ('used', 'replaced')),
  primary key (site, "LinkId"),
  foreign key (site, "UserId") references users on delete cascade,
  check (("endedAt" is null) = ("endedWhy" is null))
);
create index on account_links (site, "UserId");

alter table users
  add column "EmailVerifiedAt" timestamptz,
  add column "PasswordSetAt" timestamptz;

-- RFC 6238. The key is sealed with one derived from the server's signing key; it counts once it was confirmed with a code.
create table second_factors (
  site text not null references sites,
  "UserId" uuid not null,
  "sealedKey" text not null,
  "createdAt" timestamptz not null default clock_timestamp(),
  "confirmedAt" timestamptz,
  -- A code counts once: this is the 30-second step of the last one that was taken.
  "lastStep" bigint not null default 0,
  primary key (site, "UserId"),
  foreign key (site, "UserId") references users on delete cascade
);

create table recovery_codes (
  site text not null references sites,
  "UserId" uuid not null,
  "codeHash" text not null,
  "usedAt" timestamptz,
  primary key (site, "UserId", "codeHash"),
  foreign key (site, "UserId") references users on delete cascade
);

-- From what a session was opened, in words a person knows again.
alter table sessions add column name text;
-- When a secret was given out again long after its exchange, or its successor shown before the next one was due.
alter table sessions add column "repeatedAt" timestamptz;

do $$
declare
  tbl text;
begin
  foreach tbl in array array['outgoing_mail', 'account_links', 'second_factors', 'recovery_codes'] loop
    execute format('alter table %I enable row level security', tbl);
    execute format('alter table %I force row level security', tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', tbl);
    execute format('create policy site_only on %I to mainstay_api using (site = app_site()) with check (site = app_site())', tbl);
  end loop;
end $$;
-- What was written stays as it was.
grant select, insert on outgoing_mail to mainstay_api;
grant select, insert, update on account_links to mainstay_api;
grant select, insert, update, delete on second_factors, recovery_codes to mainstay_api;

-- A superuser's sessions in other sites end with those at home, so it looks across sites; each process hears of every one.
create function end_sessions_of_user(who uuid, why text, kept uuid) returns void
  language plpgsql volatile security definer set search_path = public as $$
declare
  one record;
begin
  for one in
    update sessions set "endedAt" = clock_timestamp(), "endedWhy" = why
    where "homeSite" = app_site() and "UserId" = who and "endedAt" is null and "SessionId" is distinct from kept
    returning site, "SessionId"
  loop
    perform pg_notify('mainstay_change', 'ended ' || one."SessionId");
    perform pg_notify('mainstay_change', one.site);
  end loop;
end $$;
revoke all on function end_sessions_of_user from public;
grant execute on function end_sessions_of_user to mainstay_api;
