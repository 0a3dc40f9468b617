-- Who made a directory's token may be a superuser who is at home in another site; whether they still are one is all that is told.
create function is_superuser_still(who uuid) returns boolean
  language sql stable security definer set search_path = public
  as $$ select exists (select from users where "UserId" = who and "SuperUser" and not "Disabled") $$;
revoke all on function is_superuser_still from public;
grant execute on function is_superuser_still to mainstay_api;

-- A secret that no key opens any more is replaced; one of somebody who has gone is forgotten.
grant delete on device_secrets to mainstay_api;
grant update ("sealedSecret") on device_secrets to mainstay_api;
