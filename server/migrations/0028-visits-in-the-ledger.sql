-- Which visits the ledger knows: they stay, also what was charged and taken back, and whoever removes visits may not
-- read the ledger.
create function posted_visits(visits uuid[]) returns table ("VisitId" uuid)
  language sql stable security definer set search_path = public
  as $$ select distinct l."VisitId" from ledger_entries l
        where l.site = app_site() and l."VisitId" = any (visits) $$;
revoke all on function posted_visits from public;
grant execute on function posted_visits to mainstay_api;
