-- A payer counts under one of the site's reporting types in reports, or under none.
alter table payers
  add column "PayerReportingTypeId" uuid,
  add foreign key (site, "PayerReportingTypeId") references payer_reporting_types;

-- Settings that each facility has its own of (contract/settings/settings.ts); what is not here is as it is by default.
alter table facilities add column settings jsonb not null default '{}';

-- Takes back what move_referred_cases did: those of these cases that still name the one that stayed.
create function put_back_referred_cases(stays uuid, gone uuid, ids uuid[]) returns setof uuid
  language plpgsql volatile security definer set search_path = public as $$
begin
  if not exists (select from referring_providers where site = app_site() and "ReferringProviderId" = gone) then
    raise exception 'not a referring provider of this site';
  end if;
  return query update cases set "ReferringProviderContactId" = gone
    where site = app_site() and "ReferringProviderContactId" = stays and "CaseId" = any (ids) returning "CaseId";
end $$;
revoke all on function put_back_referred_cases from public;
grant execute on function put_back_referred_cases to mainstay_api;
