-- PostgreSQL lets transactions that notify commit one after the other. What changed is therefore told after the commit,
-- by the process that wrote it and of many changes at once, with the change log as its net. What no log could bring up
-- later (the end of a session, rights, setup) is rare and still told by the transaction itself.

-- Leaves a notice for the process to tell once this transaction is committed; one that is taken back leaves none.
create function tell_after_commit(notice text) returns void language plpgsql volatile as $$
declare
  told text := coalesce(current_setting('app.notices', true), '');
begin
  if notice = any (string_to_array(told, E'\n')) then
    return;
  end if;
  perform set_config('app.notices', told || notice || E'\n', true);
end $$;
revoke all on function tell_after_commit from public;
grant execute on function tell_after_commit to mainstay_api;

create or replace function record_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  row_new jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  row_old jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  one jsonb := coalesce(row_new, row_old);
begin
  insert into sync_change (site, entity, pk, scope_old, scope_new)
    values (one ->> 'site', tg_argv[0], one ->> tg_argv[1], row_old ->> 'scope', row_new ->> 'scope');
  insert into audit_entry (site, "UserId", "DeviceId", action, entity, pk, "PatientId", detail)
    values (one ->> 'site', nullif(current_setting('app.user', true), ''), nullif(current_setting('app.device', true), ''),
            lower(tg_op), tg_argv[0], one ->> tg_argv[1], one ->> 'PatientId', one - 'site' - 'scope');
  perform tell_after_commit('changed ' || (one ->> 'site'));
  return null;
end $$;

create or replace function end_sessions_of_user(who uuid, why text, kept uuid) returns void
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
    perform tell_after_commit('changed ' || one.site);
  end loop;
end $$;

-- Which of these sites have changes that were not there yet when each was looked at. A snapshot and not the highest
-- number: the one of a slow transaction is lower than those that were committed before it. The order keeps the plan
-- to the index of a site's newest changes.
create function sites_changed(asked text[], since text[]) returns setof text
  language sql stable security definer set search_path = public as $$
  select one.site from unnest(asked, since::pg_snapshot[]) as one (site, since)
  where (select true from sync_change c where c.site = one.site and c.xid >= pg_snapshot_xmin(one.since)
           and not pg_visible_in_snapshot(c.xid, one.since) order by c.site, c.xid limit 1)
$$;
revoke all on function sites_changed from public;
grant execute on function sites_changed to mainstay_api;
