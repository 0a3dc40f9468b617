-- An attempt that is being looked at counts like a failure, so that many at once cannot slip through together. It is
-- settled when it turns out wrong. One that is never settled, because the server was killed or the database away, was
-- nobody's wrong password: it counts for a minute.
alter table login_failures add column "pendingUntil" timestamptz;

-- Servers of before go on to call login_counted, whose attempts are failures from the start.
create function login_begun(who text) returns uuid
  language sql volatile security definer set search_path = public, pg_temp
  as $$ insert into login_failures (subject, "pendingUntil") values (who, now() + interval '1 minute') returning id $$;
create function login_wrong(who text, counted uuid) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ update login_failures set "pendingUntil" = null where site = '-' and subject = who and id = counted $$;

create or replace function login_failures_since(who text, since timestamptz) returns bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select count(*) from login_failures
    where subject = who and at > since and ("pendingUntil" is null or "pendingUntil" > now())
  $$;

-- In how many seconds fewer than `most` lie within the last `minutes`; 0 when already so.
create or replace function login_wait(who text, most integer, minutes integer) returns integer
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select coalesce((
      select greatest(0, ceil(extract(epoch from counts_until - now())))::integer
      from (
        select coalesce("pendingUntil", at + make_interval(mins => minutes)) as counts_until
        from login_failures where subject = who and at > now() - make_interval(mins => minutes)
      ) each
      where counts_until > now()
      order by counts_until desc offset greatest(most - 1, 0) limit 1), 0)
  $$;

-- A refusal that was no wrong guess is told in the log, and counts for no origin (null).
create or replace function sign_in_refused(origin text, address text, email text, wanted text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into login_failures (subject) select origin where origin is not null;
    insert into audit_entry (site, "UserId", action, entity, pk, detail)
      select u.site, u."UserId"::text, 'login failed', 'users', u."UserId"::text, jsonb_build_object('address', sign_in_refused.address)
      from users u where u."Email" = lower(email) and (wanted is null or u.site = wanted);
  $$;
revoke all on function login_begun, login_wrong from public;
grant execute on function login_begun, login_wrong to mainstay_api;
