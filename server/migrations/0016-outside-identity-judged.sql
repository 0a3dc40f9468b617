-- Who made a directory's token may be a superuser who is at home in another site; whether they still are one is all that is told.
create function is_superuser_still(who uuid) returns boolean
  language sql stable security definer set search_path = public
  as $$ select exists (select from users where "UserId" = who and "SuperUser" and not "Disabled") $$;
revoke all on function is_superuser_still from public;
grant execute on function is_superuser_still to mainstay_api;

-- A secret that no key opens any more is replaced; one of somebody who has gone is forgotten.
grant delete on device_secrets to mainstay_api;
grant update ("sealedSecret") on device_secrets to mainstay_api;

-- A domain counts once a superuser has confirmed it. Those of before were judged when they were added.
alter table sso_connections add column "confirmedDomains" text[] not null default '{}';
update sso_connections set "confirmedDomains" = domains;
create or replace function sso_ways(domain text) returns table (site text, name text)
  language sql stable security definer set search_path = public
  as $$ select c.site, c."Name" from sso_connections c
        where c."Enabled" and lower(domain) = any (c."confirmedDomains") order by c.site $$;
create or replace function sso_only(email text) returns setof text
  language sql stable security definer set search_path = public
  as $$ select u.site from users u join sso_connections c on c.site = u.site
        where u."Email" = lower(email) and c."Enabled" and not c."passwordAllowed" and not u."SuperUser"
          and split_part(u."Email", '@', 2) = any (c."confirmedDomains") and not 'manage company settings' = any (u.can) $$;
-- It told a site whose e-mails there are elsewhere.
drop function is_domain_of_others;
