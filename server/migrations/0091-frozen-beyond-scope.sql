-- What was signed or recorded stays as it was, also against who may not see the visit it was recorded in. Who asks about a
-- note or an exercise waits for a signature that is being given.
create function is_note_signed(which uuid) returns boolean
  language sql volatile security definer set search_path = public, pg_temp as $$
  select "signedAt" is not null from visit_notes where site = app_site() and "NoteId" = which for update
$$;

-- `cell` is the key under which notes of the case report on a goal.
create function is_goal_reported(of_case uuid, cell text) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from visit_notes where site = app_site() and "CaseId" = of_case and "signedAt" is not null
    and "Cells" ->> cell is not null)
$$;

create function is_exercise_signed(of_case uuid, exercise uuid) returns boolean
  language sql volatile security definer set search_path = public, pg_temp as $$
  select coalesce(bool_or("signedAt" is not null), false) from (
    select n."signedAt" from visit_exercises e join visit_notes n on n.site = e.site and n."NoteId" = e."VisitId"
    where e.site = app_site() and e."CaseId" = of_case and e."Cells" ? exercise::text for share of n) held
$$;

create function visits_with_exercise(of_case uuid, exercise uuid) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from visit_exercises where site = app_site() and "CaseId" = of_case and "Cells" ? exercise::text
$$;

revoke all on function is_note_signed, is_goal_reported, is_exercise_signed, visits_with_exercise from public;
grant execute on function is_note_signed, is_goal_reported, is_exercise_signed, visits_with_exercise to mainstay_api;

-- What was done and what happened to a plan of care are kept with their case.
create or replace function uses_of_case(which uuid) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when exists (select from claims c join visits v on v.site = c.site and v."VisitId" = c."VisitId"
      where v.site = app_site() and v."CaseId" = which) then 'claims'
    when exists (select from ledger_entries e join visits v on v.site = e.site and v."VisitId" = e."VisitId"
      where v.site = app_site() and v."CaseId" = which) then 'claims'
    when exists (select from visit_notes where site = app_site() and "CaseId" = which) then 'notes'
    when exists (select from services where site = app_site() and "CaseId" = which) then 'notes'
    when exists (select from subject_notes where site = app_site() and "CaseId" = which) then 'notes'
    when exists (select from visit_exercises where site = app_site() and "CaseId" = which and "Cells" <> '{}') then 'notes'
    when exists (select from plan_stamps where site = app_site() and "CaseId" = which) then 'notes'
    when exists (select from visits where site = app_site() and "CaseId" = which
      and stage not in ('scheduled', 'confirmed', 'cancelled')) then 'visits'
    when exists (select from visits where site = app_site() and "CaseId" = which and stage <> 'cancelled') then 'booked'
  end $$;

create or replace function remove_case(which uuid) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if uses_of_case(which) is not null then
    raise exception 'the case is in use';
  end if;
  delete from visit_requests where site = app_site() and "CaseId" = which;
  delete from visit_exercises where site = app_site() and "CaseId" = which;
  delete from visit_history h using visits v
    where v.site = app_site() and v."CaseId" = which and h.site = v.site and h."VisitId" = v."VisitId";
  delete from visits where site = app_site() and "CaseId" = which;
  delete from scripts where site = app_site() and "CaseId" = which;
  delete from authorizations where site = app_site() and "CaseId" = which;
  delete from cases where site = app_site() and "CaseId" = which;
  return found;
end $$;
