/* Much pain at home is for the therapist of the case where they see its facility; else for whoever comes first. A task
   that went to someone who never saw it is for everyone now. */
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
          and (u."SuperUser" or u."facilityIds" is null or c."FacilityId" = any (u."facilityIds"))
        where c.site = app_site() and c."CaseId" = of_case) end, due, 'site')
    on conflict (site, "Kind", subject) do nothing;
end $$;
revoke execute on function ask_task from public;
grant execute on function ask_task to mainstay_api;

update tasks t set "OwnerUserId" = null from users u
  where t."Kind" = 'homePain' and not t."IsDone" and u.site = t.site and u."UserId" = t."OwnerUserId"
    and not u."SuperUser" and not t."FacilityId" = any (u."facilityIds");

select close_to_patients();
