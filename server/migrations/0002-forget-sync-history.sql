-- What devices no longer need: changes after 90 days, when every older cookie starts anew anyway (sync.md), and
-- outcomes after 180 days. A day is added, because a row bears the time at which its transaction began.
create index on sync_change using brin (at) with (autosummarize = on);
create index on sync_outcome using brin (at) with (autosummarize = on);

-- Calls of the device up to this number may have been run and forgotten: they are never run again.
alter table devices add column "forgottenThrough" bigint not null default 0;

-- Removes some of it, oldest rows first; how many, or null while another server is at it.
create function forget_sync_history(most integer) returns integer
  language plpgsql volatile security definer set search_path = public as $$
declare
  changes integer;
  outcomes integer;
begin
  if not pg_try_advisory_xact_lock(7260004) then
    return null;
  end if;
  delete from sync_change where ctid = any (array(
    select ctid from sync_change where at < now() - interval '91 days' limit most));
  get diagnostics changes = row_count;
  with gone as (
    delete from sync_outcome where ctid = any (array(
      select ctid from sync_outcome where at < now() - interval '181 days' limit most))
    returning site, "DeviceId", mid
  ), last as (
    select site, "DeviceId", max(mid) as mid from gone group by site, "DeviceId"
  ), marked as (
    update devices d set "forgottenThrough" = greatest(d."forgottenThrough", last.mid)
    from last where d.site = last.site and d."DeviceId" = last."DeviceId"
  )
  select count(*) into outcomes from gone;
  return changes + outcomes;
end $$;
revoke all on function forget_sync_history from public;
grant execute on function forget_sync_history to mainstay_api;
