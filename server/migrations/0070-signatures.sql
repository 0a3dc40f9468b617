-- Signatures as they were given: who, with which credential and licence, on which content.
create table signatures (
  site text not null references sites,
  "SignatureId" uuid not null,
  "NoteId" uuid not null,
  "CaseId" uuid not null,
  "PatientId" uuid not null,
  "FacilityId" uuid not null,
  "Kind" text not null check ("Kind" in ('author', 'cosigner')),
  "ProviderId" uuid not null,
  "Name" text not null,
  "License" text,
  "Warnings" jsonb not null default '[]',
  "ContentHash" text not null check ("ContentHash" ~ '^[0-9a-f]{64}$'),
  at timestamptz not null default clock_timestamp(),
  "madeAt" timestamptz default nullif(current_setting('app.made_at', true), '')::timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "SignatureId"),
  unique (site, "NoteId", "Kind"),
  foreign key (site, "NoteId") references visit_notes
);
select case_table('signatures', 'signatures', 'SignatureId');
revoke update, delete, truncate on signatures from mainstay_api;

create index visit_notes_unsigned on visit_notes (site, "NoteDate") where "signedAt" is null;
create index visit_notes_to_cosign on visit_notes (site, "NoteDate") where "cosignRequired" and "cosignedAt" is null;
