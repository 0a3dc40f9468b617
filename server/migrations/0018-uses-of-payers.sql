-- A payer that is opened or saved tells its policies alone; claims and the ledger are asked only before it is merged away.

create index on claims (site, "PayerId");
create index on ledger_entries (site, "PayerId");

-- Policies of patients the caller does not see are counted, never shown.
create function policies_of_payer(payer uuid) returns integer
  language sql stable security definer set search_path = public
  as $$ select count(*)::int from insurances where site = app_site() and "PayerId" = payer $$;
revoke all on function policies_of_payer from public;
grant execute on function policies_of_payer to mainstay_api;
