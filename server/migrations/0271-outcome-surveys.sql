-- Patients answer outcome measures themselves, by the link of a survey.
alter table outcome_responses
  drop constraint "outcome_responses_EnteredBy_check",
  add column "SurveySendId" uuid,
  add check ("EnteredBy" in ('staff', 'patient')),
  add check (("EnteredBy" = 'patient') = ("SurveySendId" is not null)),
  add foreign key (site, "SurveySendId") references survey_sends;
create index on outcome_responses (site, "SurveySendId");
