-- Messages are seen like the visits they are about; those about no visit like their facility.
alter table outbound_messages add column scope text not null default 'site';
update outbound_messages o set scope = coalesce(
  (select v.scope from visits v where v.site = o.site and v."VisitId" = o."VisitId"), 'facility:' || o."FacilityId"::text, 'site');

create function scope_of_message() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.scope := coalesce(
    (select v.scope from visits v where v.site = new.site and v."VisitId" = new."VisitId"), 'facility:' || new."FacilityId"::text, 'site');
  return new;
end $$;
create trigger scope_of_message before insert on outbound_messages for each row execute function scope_of_message();

drop policy site_only on outbound_messages;
create policy site_and_scope on outbound_messages to mainstay_api
  using (site = app_site() and in_scope(scope)) with check (site = app_site());

-- What was overtaken before it was sent has kept the links it would have sent.
update outbound_messages set body = regexp_replace(body, '\S+/s/[a-z][a-z0-9-]*\.[\w-]{22}', '(the link is in the message alone)', 'g')
  where state = 'dropped';
