-- Numbers that no code came back for, and steps of messages long past, are removed with what else serves for a while only.
create or replace function forget_old_rows(most integer) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  kept_rows record;
  removed integer := 0;
  gone integer;
begin
  if not pg_try_advisory_xact_lock(7260005) then
    return null;
  end if;
  for kept_rows in
    select * from (values
      ('idempotency', 'at', '7 days', 'true'),
      ('sessions', '"expiresAt"', '30 days', 'true'),
      ('login_failures', 'at', '1 day', 'true'),
      ('account_links', '"expiresAt"', '30 days', 'true'),
      ('patient_links', '"expiresAt"', '30 days', 'true'),
      ('patient_logins', '"createdAt"', '2 days', 'true'),
      ('patient_sessions', '"expiresAt"', '30 days', 'true'),
      ('contact_changes', '"createdAt"', '2 days', '"provedAt" is null'),
      ('message_steps', 'at', '180 days', 'true'),
      ('sso_used_states', 'at', '1 day', 'true'),
      ('outgoing_mail', 'at', '90 days', 'state in (''kept'', ''sent'', ''failed'')')
    ) as kept (tbl, at_column, age, served)
  loop
    execute format('delete from %1$I where ctid = any (array(select ctid from %1$I where %2$s < now() - interval %3$L and %4$s limit $1))',
      kept_rows.tbl, kept_rows.at_column, kept_rows.age, kept_rows.served) using most - removed;
    get diagnostics gone = row_count;
    removed := removed + gone;
    exit when removed >= most;
  end loop;
  return removed;
end $$;
