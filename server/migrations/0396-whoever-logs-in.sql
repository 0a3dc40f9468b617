-- What stays, stays for every login but the owner of the tables: one that is only a member of the API's role has its
-- grants without taking the role up, and the triggers asked for the role's name.
create function may_change_anything() returns boolean language sql stable set search_path = public, pg_temp as $$
  select pg_has_role(current_user, relowner, 'member') from pg_class where oid = 'public.users'::regclass
$$;

create or replace function keep_signed_note() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  -- Where its visit lies is a matter of the calendar; the note is the same.
  elsewhere text[] := array['updated_at', 'scope', 'FacilityId'];
begin
  if old."signedAt" is null or may_change_anything() then
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

create or replace function keep_submitted_claim() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  later text[] := array['status', 'AmendedByNoteId', 'updated_at'];
begin
  if to_jsonb(new) - later is distinct from to_jsonb(old) - later and not may_change_anything() then
    raise exception 'a submitted claim stays as it was sent';
  end if;
  return new;
end $$;

-- A row is of the visit that it leaves and of the one that it comes to.
create or replace function keep_signed_exercises() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  elsewhere constant text[] := array['updated_at', 'scope', 'FacilityId'];
begin
  if (tg_op = 'UPDATE' and to_jsonb(new) - elsewhere is not distinct from to_jsonb(old) - elsewhere)
    or not exists (
      select from visit_notes n where n."signedAt" is not null
        and ((n.site = old.site and n."NoteId" = old."VisitId") or (n.site = new.site and n."NoteId" = new."VisitId")))
    or may_change_anything() then
    return coalesce(new, old);
  end if;
  raise exception 'the flowsheet of a signed note stays as it was signed';
end $$;

create or replace function keep_superusers() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new."SuperUser" is distinct from (tg_op = 'UPDATE' and old."SuperUser") and not may_change_anything() then
    raise exception 'a superuser is made on the command line';
  end if;
  return new;
end $$;

-- The first person of an empty system. As the API removes nobody, whoever is alone was never beside a superuser.
create or replace function make_first_superuser(which uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from users where "SuperUser") then
    raise exception 'there is a superuser already';
  end if;
  if (select count(*) from users) <> 1 then
    raise exception 'the first superuser is the only person there is';
  end if;
  update users set "SuperUser" = true where site = app_site() and "UserId" = which;
end $$;

-- The product removes none of these. Made again, a device would be without its revocation, a number go out twice.
revoke delete on users, sites, devices, sessions, control_numbers from mainstay_api;
select close_to_patients();
