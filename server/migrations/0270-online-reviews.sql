-- Where patients of each facility can write reviews, whom the clinic asked for one, and what they wrote to the clinic alone.
create table review_sites (
  site text not null references sites,
  "ReviewSiteId" uuid not null,
  "FacilityId" uuid not null,
  "Name" text not null check (length("Name") between 1 and 40),
  "Url" text not null check ("Url" ~ '^https://[^ ]+$' and length("Url") <= 300),
  "SortOrder" int not null check ("SortOrder" between 1 and 9),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "ReviewSiteId"),
  foreign key (site, "FacilityId") references facilities
);
create index on review_sites (site, "FacilityId");
select site_table('review_sites', 'reviewSites', 'ReviewSiteId');

create table review_sends (
  site text not null references sites,
  "OnlineReviewSendId" uuid not null,
  "PatientId" uuid not null,
  "VisitId" uuid,
  "FacilityId" uuid not null,
  "sentAt" timestamptz not null,
  "sentByUserId" uuid,
  primary key (site, "OnlineReviewSendId"),
  foreign key (site, "PatientId") references patients,
  foreign key (site, "VisitId") references visits on delete set null ("VisitId"),
  foreign key (site, "FacilityId") references facilities
);
create index on review_sends (site, "PatientId", "sentAt");
create index on review_sends (site, "VisitId");

-- One for each link.
create table review_notes (
  site text not null references sites,
  "OnlineReviewSendId" uuid not null,
  "PatientId" uuid not null,
  note text not null check (length(note) between 1 and 2000),
  at timestamptz not null,
  "readAt" timestamptz,
  "readByUserId" uuid,
  primary key (site, "OnlineReviewSendId"),
  foreign key (site, "OnlineReviewSendId") references review_sends,
  foreign key (site, "PatientId") references patients
);
create index on review_notes (site, at);
create index on review_notes (site, "PatientId");

do $$
declare
  tbl text;
begin
  foreach tbl in array array['review_sends', 'review_notes'] loop
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
grant update ("readAt", "readByUserId") on review_notes to mainstay_api;
select close_to_patients();
