-- Forms that patients fill in before a visit. A version that was once asked never changes.
create table intake_forms (
  site text not null references sites,
  "IntakeFormId" text not null check ("IntakeFormId" ~ '^[a-z][a-z0-9-]{0,40}$'),
  version int not null check (version > 0),
  language text not null check (language in ('en', 'es')),
  title text not null,
  "askedOf" jsonb not null,
  pages jsonb not null,
  "publishedAt" timestamptz not null default clock_timestamp(),
  primary key (site, "IntakeFormId", version, language)
);

create table intakes (
  site text not null references sites,
  "IntakeId" uuid not null,
  "PatientId" uuid not null,
  "VisitId" uuid,
  -- In the order they are filled in: [{IntakeFormId, version}].
  forms jsonb not null,
  -- A minor or a represented adult: somebody else signs.
  "needsProxy" boolean not null,
  -- What a phone seals with what it could not send yet; the phone has it in memory alone.
  "inputKey" text not null check (length("inputKey") = 43),
  answers jsonb not null default '{}',
  rev int not null default 0,
  -- The revision in which each answer was given, for devices that are behind.
  revs jsonb not null default '{}',
  "startedAt" timestamptz not null default clock_timestamp(),
  "changedAt" timestamptz not null default clock_timestamp(),
  "submittedAt" timestamptz,
  primary key (site, "IntakeId"),
  foreign key (site, "PatientId") references patients,
  foreign key (site, "VisitId") references visits on delete set null ("VisitId")
);
create index on intakes (site, "PatientId", "startedAt");
-- One visit is asked for once.
create unique index on intakes (site, "VisitId");

create table signed_consents (
  site text not null references sites,
  "SignedConsentId" uuid not null,
  "PatientId" uuid not null,
  "IntakeId" uuid not null,
  "IntakeFormId" text not null,
  version int not null,
  question text not null,
  language text not null check (language in ('en', 'es')),
  "textHash" text not null check ("textHash" ~ '^[0-9a-f]{64}$'),
  strokes jsonb,
  "SignerName" text not null,
  "Relationship" text,
  at timestamptz not null,
  ip text not null,
  "FileVersionId" uuid not null,
  primary key (site, "SignedConsentId"),
  foreign key (site, "PatientId") references patients,
  foreign key (site, "IntakeId") references intakes
);
create index on signed_consents (site, "IntakeId");

do $$
declare
  tbl text;
begin
  foreach tbl in array array['intake_forms', 'intakes', 'signed_consents'] loop
    execute format('alter table %I enable row level security', tbl);
    execute format('alter table %I force row level security', tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', tbl);
    execute format('create policy site_only on %I to mainstay_api using (site = app_site()) with check (site = app_site())', tbl);
    execute format('grant select, insert on %I to mainstay_api', tbl);
  end loop;
  foreach tbl in array array['intakes', 'signed_consents'] loop
    execute format('create policy patient_sees_own on %I as restrictive to mainstay_api
      using (site = app_site() and ((select is_no_patient()) or "PatientId" = any ((select app_patients())::uuid[])))
      with check (site = app_site() and ((select is_no_patient()) or "PatientId" = any ((select app_patients())::uuid[])))', tbl);
  end loop;
end $$;
create policy patient_reads on intake_forms as restrictive for select to mainstay_api using (site = app_site());
create policy patient_adds_none on intake_forms as restrictive for insert to mainstay_api with check (site = app_site() and (select is_no_patient()));
grant update (answers, rev, revs, "changedAt", "submittedAt") on intakes to mainstay_api;
