-- A dump that is loaded into the same cluster, or a copy that takes the database's name there, has the cluster, the
-- timeline and the epoch of the one it came from. Which database and which table the epoch stands in tells them apart,
-- and the number of the last change, which only grows, tells of rows that were put back in place.
alter table sync_epoch add column database oid, add column relation oid;

drop function renew_epoch_where_shortened;
drop function is_other_history;
drop function history_now;

-- Where the history stands now, on the disk: null for what a standby or a managed service does not tell.
create function history_now(
    out system text, out timeline text, out lsn pg_lsn, out epoch uuid, out database oid, out relation oid, out grown bigint
  )
  language sql volatile security definer set search_path = public, pg_temp as $$
  select system_identifier::text, left(pg_walfile_name(pg_current_wal_lsn()), 8), pg_current_wal_flush_lsn(),
    (select e.epoch from sync_epoch e), (select d.oid from pg_database d where d.datname = current_database()),
    'sync_epoch'::regclass::oid, pg_sequence_last_value(pg_get_serial_sequence('sync_change', 'id'))
  from pg_control_system()
$$;

-- Whether it is not the one that was known, or ends before a mark that was kept outside of the database: of this epoch
-- and cluster. Null where something is not known yet. `known` is what history_now told; older marks say less.
create function is_other_history(known jsonb) returns boolean
  language sql volatile security definer set search_path = public, pg_temp as $$
  select case
    when held.system is not null and (held.system, held.timeline) is distinct from (here.system, here.timeline) then true
    when held.database is not null and (held.database, held.relation) is distinct from (here.database, here.relation)
      then true
    when (known ->> 'epoch')::uuid = held.epoch and known ->> 'system' = here.system and (
        known ->> 'timeline' is distinct from here.timeline or (known ->> 'lsn')::pg_lsn > here.lsn
        or (known ->> 'database')::oid <> here.database or (known ->> 'relation')::oid <> here.relation
        or (known ->> 'grown')::bigint > coalesce(here.grown, 0)) then true
    when held.system is null or held.database is null then null
    else false end
  from sync_epoch held, history_now() here
$$;

-- Begins another epoch then, once, whichever servers ask; says whether it did. As long as nothing is wrong and nothing
-- has changed it writes nothing, so that an idle database stays idle.
create function renew_epoch_where_shortened(known jsonb) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  is_other boolean;
begin
  if not is_other_history(known) then
    -- Numbers are given out before they are on the disk: with this commit all are that the mark may name.
    if (known ->> 'grown')::bigint is distinct from (select grown from history_now()) then
      perform pg_logical_emit_message(true, 'mainstay', '');
    end if;
    return false;
  end if;
  perform 1 from sync_epoch for update;
  is_other := coalesce(is_other_history(known), false);
  update sync_epoch set system = here.system, timeline = here.timeline, database = here.database, relation = here.relation,
    epoch = case when is_other then gen_random_uuid() else sync_epoch.epoch end
  from history_now() here;
  return is_other;
end $$;
revoke all on function history_now, is_other_history, renew_epoch_where_shortened from public;
grant execute on function history_now, renew_epoch_where_shortened to mainstay_api;
