-- Which cases a merge moved is kept with it, so that it can be told and put back: how many they were does not say it.
drop function move_referred_cases(uuid, uuid);
create function move_referred_cases(gone uuid, stays uuid) returns setof uuid
  language plpgsql volatile security definer set search_path = public as $$
begin
  if not exists (select from referring_providers where site = app_site() and "ReferringProviderId" = stays) then
    raise exception 'not a referring provider of this site';
  end if;
  return query update cases set "ReferringProviderContactId" = stays
    where site = app_site() and "ReferringProviderContactId" = gone returning "CaseId";
end $$;
revoke all on function move_referred_cases from public;
grant execute on function move_referred_cases to mainstay_api;
