-- What patients answered to outcome measures: a correction is a row of its own that names what it corrects.
create table outcome_responses (
  site text not null references sites,
  "OutcomeResponseId" uuid not null,
  "CaseId" uuid not null,
  "PatientId" uuid not null,
  "NoteId" uuid,
  "MeasureKey" text not null,
  "Version" int not null,
  "Date" date not null,
  "Answers" jsonb check (jsonb_typeof("Answers") = 'array'),
  "Score" double precision not null,
  "CorrectsId" uuid,
  "EnteredBy" text not null check ("EnteredBy" in ('staff')),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "OutcomeResponseId"),
  foreign key (site, "CorrectsId") references outcome_responses on delete cascade
);
select case_table('outcome_responses', 'outcomeResponses', 'OutcomeResponseId');
revoke update, delete, truncate on outcome_responses from mainstay_api;
-- A score is corrected once; the correction may be corrected again.
create unique index outcome_responses_corrected on outcome_responses (site, "CorrectsId") where "CorrectsId" is not null;

-- Scores are kept with their case.
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
    when exists (select from visits where site = app_site() and "CaseId" = which
      and stage not in ('scheduled', 'confirmed', 'cancelled')) then 'visits'
    when exists (select from visits where site = app_site() and "CaseId" = which and stage <> 'cancelled') then 'booked'
  end $$;
