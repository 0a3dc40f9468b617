-- Goals of a case, its plans of care, and what happened to each plan.
create table goals (
  site text not null references sites,
  "GoalId" uuid not null,
  "CaseId" uuid not null,
  "PatientId" uuid not null,
  "Number" int,
  "Term" text not null check ("Term" in ('short', 'long')),
  "GoalType" text not null,
  "Text" text not null check (length("Text") <= 500),
  "Function" text,
  "Baseline" text,
  "Target" text,
  "TargetDate" date,
  "CaseEvalMeasurementId" uuid,
  "ReplacesGoalId" uuid,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "GoalId"),
  unique (site, "CaseId", "Number")
);
select case_table('goals', 'goals', 'GoalId');

-- Which number a goal was given, also where it is gone: none is given twice, and one that comes back has its own.
create table goal_numbers (
  site text not null references sites,
  "GoalId" uuid not null,
  "CaseId" uuid not null,
  "Number" int not null,
  primary key (site, "GoalId"),
  unique (site, "CaseId", "Number"),
  foreign key (site, "CaseId") references cases on delete cascade
);
alter table goal_numbers enable row level security;
alter table goal_numbers force row level security;
create policy owner_sees_all on goal_numbers to current_user using (true) with check (true);
create policy of_site on goal_numbers to mainstay_api using (site = app_site()) with check (site = app_site());
grant select on goal_numbers to mainstay_api;

create function number_goal() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- One after the other: two goals at once must not get one number.
  perform from cases where site = new.site and "CaseId" = new."CaseId" for no key update;
  insert into goal_numbers (site, "GoalId", "CaseId", "Number")
  select new.site, new."GoalId", new."CaseId",
         coalesce((select max("Number") from goal_numbers where site = new.site and "CaseId" = new."CaseId"), 0) + 1
  on conflict (site, "GoalId") do nothing;
  select "Number" into new."Number" from goal_numbers
  where site = new.site and "GoalId" = new."GoalId" and "CaseId" = new."CaseId";
  return new;
end $$;
revoke execute on function number_goal from public;
create trigger number_goal before insert on goals for each row execute function number_goal();

create table plans_of_care (
  site text not null references sites,
  "PlanOfCareId" uuid not null,
  "CaseId" uuid not null,
  "PatientId" uuid not null,
  "Kind" text not null check ("Kind" in ('initial', 'recert')),
  "From" date not null,
  "To" date not null,
  "VisitsPerWeek" int not null check ("VisitsPerWeek" between 1 and 14),
  "PlanWeeks" int not null check ("PlanWeeks" between 1 and 52),
  "Amount" int not null check ("Amount" between 1 and 4),
  "Interventions" text not null check (length("Interventions") <= 1000),
  "CertifierId" uuid,
  "Diagnoses" jsonb not null default '[]',
  "GoalIds" uuid[] not null default '{}',
  "WrittenInNoteId" uuid,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "PlanOfCareId"),
  check ("To" >= "From")
);
select case_table('plans_of_care', 'plansOfCare', 'PlanOfCareId');

create table plan_stamps (
  site text not null references sites,
  "PlanStampId" uuid not null,
  "PlanOfCareId" uuid not null,
  "CaseId" uuid not null,
  "PatientId" uuid not null,
  "Kind" text not null check ("Kind" in ('sent', 'signed', 'verbal', 'limited', 'delay', 'withdrawn')),
  "On" date not null,
  "By" text,
  "Via" text check ("Via" in ('fax', 'mail', 'email', 'portal', 'phone', 'inPerson')),
  "LimitedTo" date,
  "Reason" text,
  "CorrectsStampId" uuid,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "PlanStampId"),
  foreign key (site, "PlanOfCareId") references plans_of_care on delete cascade,
  check (("Kind" = 'withdrawn') = ("CorrectsStampId" is not null))
);
select case_table('plan_stamps', 'planStamps', 'PlanStampId');
revoke update, delete, truncate on plan_stamps from mainstay_api;
-- A stamp is withdrawn once.
create unique index plan_stamps_withdrawn on plan_stamps (site, "CorrectsStampId") where "CorrectsStampId" is not null;

-- Who certifies a plan is in use, and plans follow the one who stays, as cases and scripts do.
create or replace function uses_of_referring_provider(referring uuid) returns table (cases integer, scripts integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select (select count(*) from cases c where c.site = app_site()
            and (c."ReferringProviderContactId" = referring or exists (
              select from plans_of_care p where p.site = c.site and p."CaseId" = c."CaseId" and p."CertifierId" = referring)))::int,
         (select count(*) from scripts where site = app_site() and "ReferringProviderId" = referring)::int
$$;

create or replace function move_referred_cases(gone uuid, stays uuid) returns setof uuid
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from referring_providers where site = app_site() and "ReferringProviderId" = stays) then
    raise exception 'not a referring provider of this site';
  end if;
  update scripts set "ReferringProviderId" = stays where site = app_site() and "ReferringProviderId" = gone;
  update plans_of_care set "CertifierId" = stays where site = app_site() and "CertifierId" = gone;
  return query update cases set "ReferringProviderContactId" = stays
    where site = app_site() and "ReferringProviderContactId" = gone returning "CaseId";
end $$;
