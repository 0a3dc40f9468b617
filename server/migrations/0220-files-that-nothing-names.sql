-- Content of files that no row names: what a transaction left on disk that did not end well.
create unique index on file_versions ("storedAs");
create function files_without_rows(names text[]) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  select each from unnest(names) each where not exists (select 1 from file_versions v where v."storedAs" = each)
$$;
revoke all on function files_without_rows from public;
grant execute on function files_without_rows to mainstay_api;
