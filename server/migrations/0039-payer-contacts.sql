-- Contacts are a part of their payer and go to the devices with it.
alter table payers add column contacts jsonb not null default '[]' check (jsonb_typeof(contacts) = 'array');
update payers p set contacts = own.contacts
  from (select site, "PayerId", jsonb_agg(to_jsonb(c) - 'site' - 'PayerId' - 'SortOrder' order by "SortOrder", "PayerContactId") as contacts
        from payer_contacts c group by site, "PayerId") own
  where own.site = p.site and own."PayerId" = p."PayerId";
drop table payer_contacts;

-- Imports wrote the ZIP codes of payers with a dash, and forms take digits.
update payers set "PostalCode" = replace("PostalCode", '-', '') where "PostalCode" ~ '^\d{5}-\d{4}$';

-- Referring providers can be removed: none that a case names. Cases of before are not looked through.
alter table cases add foreign key (site, "ReferringProviderContactId") references referring_providers not valid;

-- Cases and scripts may lie at facilities that the caller does not see: counted, never shown.
drop function cases_of_referring_provider(uuid);
create function uses_of_referring_provider(referring uuid) returns table (cases integer, scripts integer)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select (select count(*)::int from cases where site = app_site() and "ReferringProviderContactId" = referring),
           (select count(*)::int from scripts where site = app_site() and "ReferringProviderId" = referring)
  $$;
revoke all on function uses_of_referring_provider from public;
grant execute on function uses_of_referring_provider to mainstay_api;
