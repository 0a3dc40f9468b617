-- What is measured of a case: one row for a measurement, side and mode, which every device gives the same id. A removed one
-- stays, because notes speak of it.
create table case_eval_measurements (
  site text not null references sites,
  "CaseEvalMeasurementId" uuid not null,
  "CaseId" uuid not null,
  "PatientId" uuid not null,
  "EvalMeasurementId" uuid not null,
  "Side" text check ("Side" in ('L', 'R')),
  "Mode" text check ("Mode" in ('active', 'passive', 'resisted')),
  "SortOrder" int not null check ("SortOrder" between 0 and 100000),
  deleted_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "CaseEvalMeasurementId"),
  unique nulls not distinct (site, "CaseId", "EvalMeasurementId", "Side", "Mode")
);
select case_table('case_eval_measurements', 'caseEvalMeasurements', 'CaseEvalMeasurementId');
