-- What is to be done for a patient stays to be done when its case is deleted; it is then of the patient alone.
alter table tasks
  drop constraint "tasks_site_CaseId_fkey",
  add foreign key (site, "CaseId") references cases on delete set null ("CaseId");
