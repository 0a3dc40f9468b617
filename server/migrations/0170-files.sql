-- Files of charts: what they are stands here, their content lies encrypted beside the database under a random name.
create table files (
  site text not null references sites,
  "FileId" uuid not null,
  "PatientId" uuid not null,
  "Name" text not null check (length("Name") between 1 and 120),
  "Category" text not null check ("Category" in
    ('script', 'planOfCare', 'idCard', 'intake', 'consent', 'summary', 'correspondence', 'ccda', 'fax', 'other')),
  "createdAt" timestamptz not null default clock_timestamp(),
  primary key (site, "FileId"),
  foreign key (site, "PatientId") references patients
);
create index on files (site, "PatientId", "createdAt");

create table file_versions (
  site text not null references sites,
  "FileVersionId" uuid not null,
  "FileId" uuid not null,
  "PatientId" uuid not null,
  "Number" int not null check ("Number" > 0),
  "MediaType" text not null check ("MediaType" in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp')),
  "Bytes" int not null check ("Bytes" > 0),
  "Sha256" text not null check ("Sha256" ~ '^[0-9a-f]{64}$'),
  -- The name of the file on disk, and the key that opens it, sealed under the server's present key.
  "storedAs" text not null,
  "sealedFileKey" text not null,
  "createdAt" timestamptz not null default clock_timestamp(),
  primary key (site, "FileVersionId"),
  unique (site, "FileId", "Number"),
  foreign key (site, "FileId") references files
);

-- An address for one version: for one session, one use, a minute.
create table file_links (
  site text not null references sites,
  "tokenHash" text not null,
  "FileVersionId" uuid not null,
  "UserId" uuid not null,
  "SessionId" uuid,
  "expiresAt" timestamptz not null,
  primary key (site, "tokenHash"),
  foreign key (site, "FileVersionId") references file_versions on delete cascade
);

do $$
declare
  tbl text;
begin
  foreach tbl in array array['files', 'file_versions', 'file_links'] loop
    execute format('alter table %I enable row level security', tbl);
    execute format('alter table %I force row level security', tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', tbl);
    execute format('create policy site_only on %I to mainstay_api using (site = app_site()) with check (site = app_site())', tbl);
    execute format('grant select, insert on %I to mainstay_api', tbl);
  end loop;
  -- Patients add to their own chart, and read no files.
  foreach tbl in array array['files', 'file_versions'] loop
    execute format('create policy patient_reads_none on %I as restrictive for select to mainstay_api using (site = app_site() and (select is_no_patient()))', tbl);
    execute format('create policy patient_adds_own on %I as restrictive for insert to mainstay_api
      with check (site = app_site() and ((select is_no_patient()) or "PatientId" = any ((select app_patients())::uuid[])))', tbl);
    execute format('create policy patient_changes_none on %I as restrictive for update to mainstay_api using (site = app_site() and (select is_no_patient()))', tbl);
    execute format('create policy patient_removes_none on %I as restrictive for delete to mainstay_api using (site = app_site() and (select is_no_patient()))', tbl);
  end loop;
end $$;
grant delete on file_links to mainstay_api;
-- A new key of the server seals the keys of files anew; nothing else of a version ever changes.
grant update ("sealedFileKey") on file_versions to mainstay_api;

create or replace function keys_in_use() returns table (kind text, "keyId" text, held bigint, until timestamptz)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    with sealed as (
      select 'second factors' as kind, "sealedKey" as text from second_factors
      union all select 'device secrets', "sealedSecret" from device_secrets
      union all select 'secrets of single sign-on', "sealedSecret" from sso_connections
      union all select 'keys of files', "sealedFileKey" from file_versions
    )
    select kind, case when text like '%.%' then split_part(text, '.', 1) end, count(*), null::timestamptz from sealed group by 1, 2
    union all
    select 'sessions', "keyId", count(*), max("expiresAt") from sessions
      where "endedAt" is null and "expiresAt" > clock_timestamp() and ("keyId" is not null or "previousHash" is not null)
      group by 2
    union all
    select 'chains of the audit log', s."keyId", count(*), null
      from audit_heads h join audit_seals s on s.site = h.site and s.seq = h.seq group by 2
  $$;
