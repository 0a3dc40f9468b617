-- What was signed, submitted or granted stays, whatever the API's own role is made to do.

-- A name in pg_temp never comes before ours.
do $$
declare
  fn regprocedure;
begin
  for fn in select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace and prosecdef loop
    execute format('alter function %s set search_path = public, pg_temp', fn);
  end loop;
end $$;

create function keep_signed_note() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  -- Where its visit lies is a matter of the calendar; the note is the same.
  elsewhere text[] := array['updated_at', 'scope', 'FacilityId'];
begin
  if current_user <> 'mainstay_api' or old."signedAt" is null then
    return coalesce(new, old);
  end if;
  if old."cosignedAt" is null then
    elsewhere := elsewhere || array['cosignedAt', 'cosignedByProviderId'];
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - elsewhere is distinct from to_jsonb(old) - elsewhere then
    raise exception 'a signed note stays as it was signed';
  end if;
  return new;
end $$;
create trigger keep_signed_note before update or delete on visit_notes for each row execute function keep_signed_note();

-- Of a claim that was submitted, only what became of it changes.
create function keep_submitted_claim() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user = 'mainstay_api'
    and to_jsonb(new) - array['status', 'updated_at'] is distinct from to_jsonb(old) - array['status', 'updated_at'] then
    raise exception 'a submitted claim stays as it was sent';
  end if;
  return new;
end $$;
create trigger keep_submitted_claim before update on claims for each row execute function keep_submitted_claim();
revoke delete, truncate on claims from mainstay_api;

-- Nobody is made a superuser by the API.
create function keep_superusers() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user = 'mainstay_api' and new."SuperUser" is distinct from (tg_op = 'UPDATE' and old."SuperUser") then
    raise exception 'a superuser is made on the command line';
  end if;
  return new;
end $$;
create trigger keep_superusers before insert or update on users for each row execute function keep_superusers();

-- The first person of an empty system; there is nobody else who could make one.
create function make_first_superuser(which uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from users where "SuperUser") then
    raise exception 'there is a superuser already';
  end if;
  update users set "SuperUser" = true where site = app_site() and "UserId" = which;
end $$;
revoke all on function make_first_superuser from public;
grant execute on function make_first_superuser to mainstay_api;
