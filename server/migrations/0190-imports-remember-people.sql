-- Which rows of imports are patients who were here already, as somebody said: those are not asked about again.
create table import_same_people (
  site text not null,
  "ImportedId" uuid not null,
  "PatientId" uuid not null,
  "ImportBatchId" uuid not null,
  primary key (site, "ImportedId"),
  foreign key (site, "PatientId") references patients on delete cascade,
  foreign key (site, "ImportBatchId") references import_batches
);
create index on import_same_people (site, "PatientId");
create index on import_same_people (site, "ImportBatchId");
alter table import_same_people enable row level security;
alter table import_same_people force row level security;
create policy owner_sees_all on import_same_people to current_user using (true) with check (true);
create policy site_only on import_same_people to mainstay_api using (site = app_site()) with check (site = app_site());
grant select, insert, update, delete on import_same_people to mainstay_api;
select close_to_patients();
