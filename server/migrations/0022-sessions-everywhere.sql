-- The sign-ins of a user of the transaction's own site that still stand, wherever a superuser chose to be: so it looks
-- across sites.
create function sessions_of_user(who uuid)
  returns table (site text, "siteName" text, "SessionId" uuid, name text, "createdAt" timestamptz, "rotatedAt" timestamptz)
  language sql stable security definer set search_path = public
  as $$ select s.site, w."Name", s."SessionId", s.name, s."createdAt", s."rotatedAt"
    from sessions s join sites w on w.site = s.site
    where s."homeSite" = app_site() and s."UserId" = who and s."endedAt" is null and s."expiresAt" > clock_timestamp() $$;
revoke all on function sessions_of_user from public;
grant execute on function sessions_of_user to mainstay_api;
