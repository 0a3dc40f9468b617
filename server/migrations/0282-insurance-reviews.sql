-- What became of the insurance that a patient entered in an intake: a policy, or a reason why none. Decided once.
create table insurance_reviews (
  site text not null references sites,
  "IntakeId" uuid not null,
  "PatientId" uuid not null,
  "InsuranceId" uuid,
  reason text check (length(reason) between 1 and 200),
  at timestamptz not null,
  "UserId" uuid not null,
  primary key (site, "IntakeId"),
  foreign key (site, "IntakeId") references intakes,
  foreign key (site, "PatientId") references patients,
  foreign key (site, "InsuranceId") references insurances,
  check (("InsuranceId" is null) = (reason is not null))
);
create index on insurance_reviews (site, "PatientId");
create index on insurance_reviews (site, "InsuranceId");
alter table insurance_reviews enable row level security;
alter table insurance_reviews force row level security;
create policy owner_sees_all on insurance_reviews to current_user using (true) with check (true);
create policy site_only on insurance_reviews to mainstay_api using (site = app_site()) with check (site = app_site());
grant select, insert on insurance_reviews to mainstay_api;

select close_to_patients();
