-- To which history of which cluster the epoch belongs. A database that is restored, promoted or loaded into another
-- cluster has another one, and devices must not take it for the one they know.
alter table sync_epoch add column system text, add column timeline text;

-- Where the history stands now, on the disk: null for what a standby or a managed service does not tell.
create function history_now(out system text, out timeline text, out lsn pg_lsn, out epoch uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select system_identifier::text, left(pg_walfile_name(pg_current_wal_lsn()), 8), pg_current_wal_flush_lsn(),
    (select e.epoch from sync_epoch e)
  from pg_control_system()
$$;

-- Whether it is not the one that was known, or ends before a mark that was kept outside of the database: of this epoch,
-- cluster and timeline. Null where nothing is known yet.
create function is_other_history(known_epoch uuid, known_system text, known_timeline text, known_lsn pg_lsn)
  returns boolean
  language sql volatile security definer set search_path = public, pg_temp as $$
  select case
    when held.system is not null and (held.system, held.timeline) is distinct from (here.system, here.timeline) then true
    when known_epoch = held.epoch and known_system = here.system
      and (known_timeline is distinct from here.timeline or known_lsn > here.lsn) then true
    when held.system is null then null
    else false end
  from sync_epoch held, history_now() here
$$;

-- Begins another epoch then, once, whichever servers ask; says whether it did. As long as nothing is wrong it writes
-- nothing, so that an idle database stays idle.
create function renew_epoch_where_shortened(known_epoch uuid, known_system text, known_timeline text, known_lsn pg_lsn)
  returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  is_other boolean;
begin
  if not is_other_history(known_epoch, known_system, known_timeline, known_lsn) then
    return false;
  end if;
  perform 1 from sync_epoch for update;
  is_other := coalesce(is_other_history(known_epoch, known_system, known_timeline, known_lsn), false);
  update sync_epoch set system = here.system, timeline = here.timeline,
    epoch = case when is_other then gen_random_uuid() else sync_epoch.epoch end
  from history_now() here;
  return is_other;
end $$;
revoke all on function history_now, is_other_history, renew_epoch_where_shortened from public;
grant execute on function history_now, renew_epoch_where_shortened to mainstay_api;
