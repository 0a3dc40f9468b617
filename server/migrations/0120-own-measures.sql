-- What a clinic measures besides the built-in catalog.
create table eval_measurements (
  site text not null references sites,
  "EvalMeasurementId" uuid not null,
  "Name" text not null check (length("Name") between 1 and 120),
  "GoalType" text not null,
  "Category" text,
  "Region" text not null,
  "Sides" text not null check ("Sides" in ('none', 'LR')),
  "Modes" text[] not null default '{}',
  "Kind" text not null check ("Kind" in ('number', 'grade', 'choice', 'score', 'time')),
  "Unit" text,
  "Min" double precision,
  "Max" double precision,
  "Step" double precision check ("Step" > 0),
  "Choices" text[] not null default '{}',
  "IsMultiselect" boolean not null default false,
  "Norms" jsonb not null default '[]' check (jsonb_typeof("Norms") = 'array'),
  "Cutoffs" jsonb not null default '[]' check (jsonb_typeof("Cutoffs") = 'array'),
  "HigherIsBetter" boolean,
  "Mdc" double precision check ("Mdc" > 0),
  "Mcid" double precision check ("Mcid" > 0),
  "Citation" text,
  "Rights" text not null check ("Rights" in ('open', 'totalOnly')),
  "Inactive" boolean not null default false,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "EvalMeasurementId")
);
select site_table('eval_measurements', 'evalMeasurements', 'EvalMeasurementId');

-- What names one of them, whoever may see the case or the template; a case also where it was taken off again, since notes
-- may speak of it.
create index on case_eval_measurements (site, "EvalMeasurementId");
create function uses_of_measurement(which uuid) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when exists (select from case_eval_measurements where site = app_site() and "EvalMeasurementId" = which) then 'case'
    when exists (select from eval_templates where site = app_site()
      and "Measurements" @> jsonb_build_array(jsonb_build_object('EvalMeasurementId', which))) then 'template'
  end $$;
revoke all on function uses_of_measurement from public;
grant execute on function uses_of_measurement to mainstay_api;
