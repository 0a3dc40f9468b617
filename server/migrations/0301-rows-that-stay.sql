-- What is only ever added was removed with what it hangs on: by the API's own role, which may remove a plan, a program, a
-- case or a patient. It now keeps them. What the product removes has none of it (uses_of_case), so nothing else changes.
alter table plan_stamps
  drop constraint "plan_stamps_site_CaseId_fkey",
  drop constraint "plan_stamps_site_PlanOfCareId_fkey",
  add foreign key (site, "CaseId") references cases,
  add foreign key (site, "PlanOfCareId") references plans_of_care;
alter table home_program_logs
  drop constraint "home_program_logs_site_CaseId_fkey",
  drop constraint "home_program_logs_site_HomeProgramId_fkey",
  add foreign key (site, "CaseId") references cases,
  add foreign key (site, "HomeProgramId") references home_programs;
alter table outcome_responses
  drop constraint "outcome_responses_site_CaseId_fkey",
  drop constraint "outcome_responses_site_CorrectsId_fkey",
  add foreign key (site, "CaseId") references cases,
  add foreign key (site, "CorrectsId") references outcome_responses;
alter table signatures
  drop constraint "signatures_site_CaseId_fkey",
  add foreign key (site, "CaseId") references cases;

/* An import that is taken back takes along what it wrote itself of consents: that was there before the batch was noted.
   Whatever was agreed to or stopped since, or of a patient who was not imported, stays, and the patient with it. */
create function keep_consents() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from consent_ledger c where c.site = old.site and c."PatientId" = old."PatientId"
      and not exists (select from import_rows r join import_batches b using (site, "ImportBatchId")
        where r.site = old.site and r.entity = 'patients' and r.pk = old."PatientId" and b."createdAt" >= c.at)) then
    raise exception 'a patient with consents to messages stays';
  end if;
  return old;
end $$;
revoke execute on function keep_consents from public;
create trigger keep_consents before delete on patients for each row execute function keep_consents();

-- Whatever keeps a case says so in a sentence.
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
    when exists (select from outcome_responses where site = app_site() and "CaseId" = which) then 'notes'
    when exists (select from home_programs where site = app_site() and "CaseId" = which and "Version" is not null) then 'notes'
    when exists (select from home_program_logs where site = app_site() and "CaseId" = which) then 'notes'
    when exists (select from signatures where site = app_site() and "CaseId" = which) then 'notes'
    when exists (select from visits where site = app_site() and "CaseId" = which
      and stage not in ('scheduled', 'confirmed', 'cancelled')) then 'visits'
    when exists (select from visits where site = app_site() and "CaseId" = which and stage <> 'cancelled') then 'booked'
  end $$;
