-- Surveys that patients were sent, each with its answers: the newest ones count, the ones before stay.
create table survey_sends (
  site text not null references sites,
  "SurveySendId" uuid not null,
  "PatientId" uuid not null,
  "VisitId" uuid,
  "SurveyKey" text not null,
  version int not null check (version > 0),
  "sentAt" timestamptz not null,
  "sentByUserId" uuid,
  -- Who asked for a call was called.
  "calledAt" timestamptz,
  "calledByUserId" uuid,
  primary key (site, "SurveySendId"),
  foreign key (site, "PatientId") references patients,
  foreign key (site, "VisitId") references visits on delete set null ("VisitId")
);
create index on survey_sends (site, "PatientId", "sentAt");
create index on survey_sends (site, "sentAt");
create index on survey_sends (site, "VisitId");

create table survey_answers (
  site text not null references sites,
  "SurveySendId" uuid not null,
  n int not null check (n > 0),
  "PatientId" uuid not null,
  answers jsonb not null,
  at timestamptz not null,
  primary key (site, "SurveySendId", n),
  foreign key (site, "SurveySendId") references survey_sends,
  foreign key (site, "PatientId") references patients
);
create index on survey_answers (site, "PatientId");

do $$
declare
  tbl text;
begin
  foreach tbl in array array['survey_sends', 'survey_answers'] loop
    execute format('alter table %I enable row level security', tbl);
    execute format('alter table %I force row level security', tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', tbl);
    execute format('create policy site_only on %I to mainstay_api using (site = app_site()) with check (site = app_site())', tbl);
    execute format('create policy patient_sees_own on %I as restrictive to mainstay_api
      using (site = app_site() and ((select is_no_patient()) or "PatientId" = any ((select app_patients())::uuid[])))
      with check (site = app_site() and ((select is_no_patient()) or "PatientId" = any ((select app_patients())::uuid[])))', tbl);
    execute format('grant select, insert on %I to mainstay_api', tbl);
  end loop;
end $$;
grant update ("calledAt", "calledByUserId") on survey_sends to mainstay_api;

create function sites_that_survey() returns setof text
  language sql stable security definer set search_path = public, pg_temp
  as $$ select site from sites where coalesce(settings -> 'survey_after_visits', '0') <> '0' $$;
revoke all on function sites_that_survey from public;
grant execute on function sites_that_survey to mainstay_api;
