-- Whose texts a STOP from their phone ended: a START gives them back to these alone, not to who never agreed.
create table texts_stopped (
  site text not null references sites,
  "PatientId" uuid not null,
  "stoppedAt" timestamptz not null,
  primary key (site, "PatientId"),
  foreign key (site, "PatientId") references patients on delete cascade
);
alter table texts_stopped enable row level security;
alter table texts_stopped force row level security;
create policy owner_sees_all on texts_stopped to current_user using (true) with check (true);
create policy site_only on texts_stopped to mainstay_api using (site = app_site()) with check (site = app_site());
grant select, insert, delete on texts_stopped to mainstay_api;
