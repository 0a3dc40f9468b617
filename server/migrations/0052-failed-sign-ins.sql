-- Takes a counted sign-in back: it was right.
create function login_counted(who text) returns uuid
  language sql volatile security definer set search_path = public, pg_temp
  as $$ insert into login_failures (subject) values (who) returning id $$;
create function login_taken_back(who text, counted uuid) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ delete from login_failures where site = '-' and subject = who and id = counted $$;

-- In how many seconds fewer than `most` failures lie within the last `minutes`; 0 when already so.
create function login_wait(who text, most integer, minutes integer) returns integer
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select coalesce((
      select greatest(0, ceil(extract(epoch from at + make_interval(mins => minutes) - now())))::integer
      from login_failures where subject = who and at > now() - make_interval(mins => minutes)
      order by at desc offset greatest(most - 1, 0) limit 1), 0)
  $$;
revoke all on function login_counted, login_taken_back, login_wait from public;
grant execute on function login_counted, login_taken_back, login_wait to mainstay_api;
