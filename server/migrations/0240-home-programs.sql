-- Home programs of a case, and what patients log of them.
create table home_programs (
  site text not null references sites,
  "HomeProgramId" uuid not null,
  "CaseId" uuid not null,
  "PatientId" uuid not null,
  "Items" jsonb not null default '[]' check (jsonb_typeof("Items") = 'array'),
  "Note" text check (length("Note") <= 500),
  "HandedOutOn" date,
  "Version" int,
  "SentAt" timestamptz,
  "Via" jsonb not null default '[]' check (jsonb_typeof("Via") = 'array'),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "HomeProgramId"),
  unique (site, "CaseId", "Version"),
  check (("Version" is not null) = ("SentAt" is not null or "HandedOutOn" is not null))
);
select case_table('home_programs', 'homePrograms', 'HomeProgramId');

-- What the patient has gets its number, and stays as it is; a link may be sent again.
create function keep_given_program() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old."Version" is not null and
    (new."Items", new."Note", new."HandedOutOn", new."Version", new."CaseId") is distinct from
    (old."Items", old."Note", old."HandedOutOn", old."Version", old."CaseId") then
    raise exception 'a home program that the patient has stays as it is';
  end if;
  if new."Version" is null and (new."SentAt" is not null or new."HandedOutOn" is not null) then
    -- One after the other: two programs at once must not get one number.
    perform from cases where site = new.site and "CaseId" = new."CaseId" for no key update;
    new."Version" := coalesce((select max("Version") from home_programs
      where site = new.site and "CaseId" = new."CaseId"), 0) + 1;
  end if;
  return new;
end $$;
revoke execute on function keep_given_program from public;
create trigger keep_given_program before insert or update on home_programs
  for each row execute function keep_given_program();

create table home_program_logs (
  site text not null references sites,
  "HomeProgramLogId" uuid not null,
  "HomeProgramId" uuid not null,
  "CaseId" uuid not null,
  "PatientId" uuid not null,
  "Version" int not null,
  "ExerciseId" uuid not null,
  day date not null,
  done boolean not null,
  "Pain" int check ("Pain" between 0 and 10),
  "Difficulty" text check ("Difficulty" in ('easy', 'right', 'hard')),
  "receivedAt" timestamptz not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "HomeProgramLogId"),
  foreign key (site, "HomeProgramId") references home_programs on delete cascade
);
create index on home_program_logs (site, "HomeProgramId");
select case_table('home_program_logs', 'homeProgramLogs', 'HomeProgramLogId');
revoke update, delete, truncate on home_program_logs from mainstay_api;

-- Patients read their own, and add to the log alone.
do $$
declare
  tbl text;
begin
  foreach tbl in array array['home_programs', 'home_program_logs'] loop
    execute format('create policy patient_reads_own on %I as restrictive for select to mainstay_api
      using (site = app_site() and ((select is_no_patient()) or "PatientId" = any ((select app_patients())::uuid[])))', tbl);
    execute format('create policy patient_changes_none on %I as restrictive for update to mainstay_api using (site = app_site() and (select is_no_patient()))', tbl);
    execute format('create policy patient_removes_none on %I as restrictive for delete to mainstay_api using (site = app_site() and (select is_no_patient()))', tbl);
  end loop;
end $$;
create policy patient_adds_none on home_programs as restrictive for insert to mainstay_api
  with check (site = app_site() and (select is_no_patient()));
create policy patient_adds_own on home_program_logs as restrictive for insert to mainstay_api
  with check (site = app_site() and ((select is_no_patient()) or "PatientId" = any ((select app_patients())::uuid[])));

/* Where a patient's cases are treated and when they ended: as much of them as says whether a program is still shown. */
create function cases_of_patient_pages() returns table ("CaseId" uuid, "FacilityId" uuid, "DischargedAt" date)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c."CaseId", c."FacilityId", c."DischargedAt" from cases c
    where c.site = app_site() and c."PatientId" = any (app_patients())
  $$;
revoke execute on function cases_of_patient_pages from public;
grant execute on function cases_of_patient_pages to mainstay_api;

-- A program that the patient has, and what they logged, are kept with their case.
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
    when exists (select from visits where site = app_site() and "CaseId" = which
      and stage not in ('scheduled', 'confirmed', 'cancelled')) then 'visits'
    when exists (select from visits where site = app_site() and "CaseId" = which and stage <> 'cancelled') then 'booked'
  end $$;
select close_to_patients();
