/* The task that an answer asks for, once; much pain at home asks again once what it asked for before is done. The page of
   a patient writes it for themselves and reads none. Much pain at home is the therapist's of the case to look at, as long
   as they sign in here. */
create or replace function ask_task(id uuid, kind text, about text, patient uuid, of_case uuid, what text, due date) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before integer;
  is_open boolean;
begin
  if app_patients() is not null and not patient = any (app_patients()) then
    raise exception 'a task of another patient';
  end if;
  if kind = 'homePain' then
    select count(*), coalesce(bool_or(not t."IsDone"), false) into before, is_open from tasks t
      where t.site = app_site() and t."PatientId" = patient and t."Kind" = kind
        and (t.subject = about or starts_with(t.subject, about || ' '));
    if is_open then
      return;
    end if;
    if before > 0 then
      about := about || ' ' || (before + 1);
    end if;
  end if;
  insert into tasks (site, "TaskId", "PatientId", "CaseId", "Kind", subject, sentence, "OwnerUserId", "dueOn", scope)
    values (app_site(), id, patient, of_case, kind, about, what, case kind when 'homePain' then
      (select u."UserId" from cases c
        join providers p on p.site = c.site and p."ProviderId" = c."ProviderId"
        join users u on u.site = p.site and u."UserId" = p."UserId" and not u."Disabled"
        where c.site = app_site() and c."CaseId" = of_case) end, due, 'site')
    on conflict (site, "Kind", subject) do nothing;
end $$;
