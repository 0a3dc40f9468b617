-- Every table carries `site` first in its primary key and is closed by row-level security: a
-- transaction sees one site (`app.site`) and the row scopes of its user (`app.scopes`).

create function app_site() returns text language sql stable parallel safe
  return nullif(current_setting('app.site', true), '');

create function in_scope(scope text) returns boolean language sql stable parallel safe
  return scope = any (string_to_array(current_setting('app.scopes', true), ','))
    or (scope like 'facility:%' and 'facility:*' = any (string_to_array(current_setting('app.scopes', true), ',')));

-- Identity of this history: a restored backup gets a new one, so that devices hydrate anew (sync.md).
create table sync_epoch (epoch uuid primary key default gen_random_uuid());
insert into sync_epoch default values;

create table sites (
  site text primary key check (site ~ '^[a-z][a-z0-9-]{0,30}$'),
  "Name" text not null,
  "TimeZone" text not null,
  settings jsonb not null default '{}',
  "closedBillingPeriodEnd" date
);

create table users (
  site text not null references sites,
  "UserId" uuid not null,
  "Email" text not null check ("Email" = lower("Email")),
  "PasswordHash" text not null,
  "FirstName" text not null,
  "LastName" text not null,
  "SuperUser" boolean not null default false,
  "EmployeeId" uuid,
  can text[] not null default '{}',
  roles text[] not null default '{}',
  "Preferences" jsonb not null default '{}',
  "TimeZone" text not null,
  "facilityIds" uuid[],
  "Disabled" boolean not null default false,
  primary key (site, "UserId"),
  unique (site, "Email")
);
create index on users ("Email");

create table sessions (
  site text not null,
  "SessionId" uuid not null,
  "UserId" uuid not null,
  "homeSite" text not null,
  "secretHash" text not null,
  "previousHash" text,
  "rotatedAt" timestamptz not null default now(),
  "createdAt" timestamptz not null default now(),
  "expiresAt" timestamptz not null,
  "endedAt" timestamptz,
  "endedWhy" text,
  primary key (site, "SessionId")
);

create table login_failures (
  site text not null default '-',
  subject text not null,
  at timestamptz not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (site, subject, id)
);
create index on login_failures (subject, at);

create table devices (
  site text not null,
  "DeviceId" uuid not null,
  "UserId" uuid not null,
  "createdAt" timestamptz not null default now(),
  "lastSeenAt" timestamptz not null default now(),
  primary key (site, "DeviceId")
);

create table idempotency (
  site text not null,
  "UserId" uuid not null,
  key text not null,
  call text not null,
  "inputHash" text not null,
  reply jsonb not null,
  at timestamptz not null default now(),
  primary key (site, "UserId", key)
);

-- What became of each queued call; `record`, `stampFrom`, `stampTo` let a later call of the same
-- device that still carries the older stamp of a visit go through.
create table sync_outcome (
  site text not null,
  "DeviceId" uuid not null,
  mid bigint not null,
  xid xid8 not null default pg_current_xact_id(),
  name text not null,
  status text not null check (status in ('ok', 'parked')),
  kind text,
  reason text,
  current jsonb,
  "madeAt" text not null,
  "clockOffset" bigint not null,
  record text,
  "stampFrom" timestamptz,
  "stampTo" timestamptz,
  at timestamptz not null default now(),
  primary key (site, "DeviceId", mid)
);
create index on sync_outcome (site, "DeviceId", record, "stampFrom");
create index on sync_outcome (site, "DeviceId", xid);

create table sync_change (
  site text not null,
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  entity text not null,
  pk text not null,
  scope_old text,
  scope_new text,
  at timestamptz not null default now(),
  primary key (site, xid, id)
);

create table audit_entry (
  site text not null,
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  "UserId" text,
  "DeviceId" text,
  action text not null,
  entity text not null,
  pk text not null,
  "PatientId" text,
  detail jsonb,
  primary key (site, id)
);
create index on audit_entry (site, entity, pk, id);

-- One path for every change of a synced row: the change log, the audit entry and the wake-up call.
create function record_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  row_new jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  row_old jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  one jsonb := coalesce(row_new, row_old);
begin
  insert into sync_change (site, entity, pk, scope_old, scope_new)
    values (one ->> 'site', tg_argv[0], one ->> tg_argv[1], row_old ->> 'scope', row_new ->> 'scope');
  insert into audit_entry (site, "UserId", "DeviceId", action, entity, pk, "PatientId", detail)
    values (one ->> 'site', nullif(current_setting('app.user', true), ''), nullif(current_setting('app.device', true), ''),
            lower(tg_op), tg_argv[0], one ->> tg_argv[1], one ->> 'PatientId', one - 'site' - 'scope');
  perform pg_notify('mainstay_change', one ->> 'site');
  return null;
end $$;

create function touch() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;

create table organizations (
  site text not null references sites,
  "OrganizationId" uuid not null,
  "Name" text not null,
  "NationalProviderId" text not null,
  "TaxId" text not null,
  "Taxonomy" text not null,
  "Address1" text not null,
  "City" text not null,
  "StateOrProvince" text not null,
  "PostalCode" text not null,
  "Phone" text not null,
  "ContactName" text not null,
  "SubmitterId" text not null,
  "ReceiverId" text not null,
  "ReceiverName" text not null,
  primary key (site, "OrganizationId")
);

create table facilities (
  site text not null references sites,
  "FacilityId" uuid not null,
  "OrganizationId" uuid not null,
  "FirstName" text,
  "LastName" text,
  "Address1" text not null,
  "City" text not null,
  "StateOrProvince" text not null,
  "PostalCode" text not null,
  "Phone" text,
  "NationalProviderId" text,
  "RegionId" uuid,
  "TimeZone" text not null,
  "Inactive" boolean not null default false,
  "PlacesOfService" text[] not null default '{11}',
  visit_types text[] not null default '{}',
  scope text not null generated always as ('site') stored,
  primary key (site, "FacilityId"),
  foreign key (site, "OrganizationId") references organizations
);

create table providers (
  site text not null references sites,
  "ProviderId" uuid not null,
  "UserId" uuid,
  "FirstName" text not null,
  "LastName" text not null,
  "Type" text not null default 'PT' check ("Type" in ('PT', 'PTA', 'OT', 'OTA', 'SLP', 'DC')),
  "NationalProviderId" text,
  "Taxonomy" text not null,
  "LicenseNumber" text,
  "LicenseNumbersByState" jsonb not null default '{}',
  "Schedule" jsonb not null default '[[],[],[],[],[],[],[]]',
  "NotesPermission" text not null default 'F' check ("NotesPermission" in ('N', 'C', 'S', 'H', 'O', 'F')),
  notes_permissions jsonb not null default '[]',
  time_off jsonb not null default '[]',
  "SupervisorProviderId" uuid,
  "FacilityIds" uuid[] not null default '{}',
  "Inactive" boolean not null default false,
  pending boolean not null default false,
  scope text not null generated always as ('site') stored,
  primary key (site, "ProviderId")
);

create table payers (
  site text not null references sites,
  "PayerId" uuid not null,
  "Name" text not null,
  "Kind" text not null check ("Kind" in ('medicare', 'commercial', 'medicaid', 'workersComp', 'auto', 'selfPay')),
  "ElectronicPayerId" text,
  "ClaimFilingCode" text not null,
  "UnitMethod" text not null check ("UnitMethod" in ('cms', 'spm')),
  "TherapyModifierRequired" boolean not null,
  "AssistantModifierRequired" boolean not null,
  "SubstitutesG0283" boolean not null,
  "TimelyFilingDays" integer not null check ("TimelyFilingDays" > 0),
  "Address1" text,
  "City" text,
  "StateOrProvince" text,
  "PostalCode" text,
  "Phone" text,
  "Inactive" boolean not null default false,
  scope text not null generated always as ('site') stored,
  primary key (site, "PayerId")
);

create table referring_providers (
  site text not null references sites,
  "ReferringProviderId" uuid not null,
  "FirstName" text not null,
  "LastName" text not null,
  "NationalProviderId" text,
  "Phone" text,
  "Fax" text,
  scope text not null generated always as ('site') stored,
  primary key (site, "ReferringProviderId")
);

create table cpt_codes (
  site text not null references sites,
  "CPT_Code" text not null,
  "EffectiveFrom" date not null,
  "EffectiveTo" date,
  "Description" text not null,
  "AlwaysUntimed" boolean not null,
  timed boolean not null,
  disciplines text[] not null,
  "alwaysTherapy" boolean not null,
  primary key (site, "CPT_Code", "EffectiveFrom")
);

create table fee_schedule (
  site text not null references sites,
  "CPT_Code" text not null,
  "EffectiveFrom" date not null,
  "EffectiveTo" date,
  amount bigint not null check (amount >= 0),
  primary key (site, "CPT_Code", "EffectiveFrom")
);

create table patients (
  site text not null references sites,
  "PatientId" uuid not null,
  "PersonId" uuid not null,
  "Type" text not null default 'P' check ("Type" = 'P'),
  "FirstName" text not null check (length("FirstName") between 1 and 60),
  "MiddleName" text,
  "LastName" text not null check (length("LastName") between 1 and 60),
  "PreferredName" text,
  "Pronouns" text,
  "DateOfBirth" date not null,
  "DeathDate" date,
  "Sex" text not null check ("Sex" in ('F', 'M', 'U')),
  "Phone" text,
  "Email" text,
  "Address1" text,
  "City" text,
  "StateOrProvince" text,
  "PostalCode" text,
  alerts text[] not null default '{}',
  "FacilityId" uuid,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  scope text not null generated always as ('site') stored,
  primary key (site, "PatientId")
);
create index on patients (site, lower("LastName"), lower("FirstName"), "PatientId");

create table insurances (
  site text not null,
  "InsuranceId" uuid not null,
  "PatientId" uuid not null,
  "PayerId" uuid not null,
  "Priority" integer not null check ("Priority" between 1 and 3),
  "MemberId" text,
  "GroupNumber" text,
  "Relationship" text not null check ("Relationship" in ('18', '01', '19', '20', '21', '53', 'G8')),
  "Subscriber" jsonb,
  "StartDate" date,
  "EndDate" date,
  updated_at timestamptz not null default clock_timestamp(),
  scope text not null generated always as ('site') stored,
  primary key (site, "InsuranceId"),
  foreign key (site, "PatientId") references patients,
  foreign key (site, "PayerId") references payers
);
create index on insurances (site, "PatientId");

create table cases (
  site text not null,
  "CaseId" uuid not null,
  "PatientId" uuid not null,
  "FacilityId" uuid not null,
  "ProviderId" uuid not null,
  "Title" text not null,
  "Discipline" text not null check ("Discipline" in ('PT', 'OT', 'SLP', 'DC')),
  "Diagnoses" jsonb not null default '[]',
  "ReferringProviderContactId" uuid,
  "InsuranceIds" uuid[] not null default '{}',
  "OnsetDate" date,
  "StartDate" date not null,
  "RelatedCause" text check ("RelatedCause" in ('EM', 'AA', 'OA')),
  "AccidentDate" date,
  "AccidentState" text,
  "PropertyClaimNumber" text,
  "PlanOfCareEnd" date,
  "DischargedAt" date,
  updated_at timestamptz not null default clock_timestamp(),
  scope text not null generated always as ('facility:' || "FacilityId"::text) stored,
  primary key (site, "CaseId"),
  foreign key (site, "PatientId") references patients,
  foreign key (site, "FacilityId") references facilities,
  foreign key (site, "ProviderId") references providers
);
create index on cases (site, "PatientId");

create table visits (
  site text not null,
  "VisitId" uuid not null,
  "CaseId" uuid not null,
  "PatientId" uuid not null,
  "FacilityId" uuid not null,
  "ProviderId" uuid not null,
  "VisitTypeName" text not null,
  "Start" text not null check ("Start" ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$'),
  "End" text not null check ("End" ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$' and "End" > "Start"),
  stage text not null default 'scheduled' check (stage in ('scheduled', 'confirmed', 'checkedIn', 'inProgress', 'review',
    'billing', 'submitted', 'closed', 'cancelled', 'noShow', 'lateCancel')),
  "PlaceOfService" text not null default '11',
  "intakeConflict" jsonb not null default '[]',
  "intakeIncomplete" boolean not null default false,
  "ClaimId" uuid,
  "CancelReason" text,
  updated_at timestamptz not null default clock_timestamp(),
  scope text not null generated always as ('facility:' || "FacilityId"::text) stored,
  primary key (site, "VisitId"),
  foreign key (site, "CaseId") references cases,
  foreign key (site, "PatientId") references patients,
  foreign key (site, "FacilityId") references facilities,
  foreign key (site, "ProviderId") references providers
);
create index on visits (site, "Start");
create index on visits (site, "PatientId");
create index on visits (site, "CaseId");

create table visit_history (
  site text not null,
  "VisitHistoryId" uuid not null default gen_random_uuid(),
  "VisitId" uuid not null,
  "PatientId" uuid not null,
  "FacilityId" uuid not null,
  at timestamptz not null default clock_timestamp(),
  "UserId" uuid,
  action text not null,
  "from" text,
  "to" text,
  note text,
  scope text not null generated always as ('facility:' || "FacilityId"::text) stored,
  primary key (site, "VisitHistoryId"),
  foreign key (site, "VisitId") references visits
);
create index on visit_history (site, "VisitId");
create index on visit_history (site, "PatientId");

create table visit_notes (
  site text not null,
  "VisitId" uuid not null,
  "CaseId" uuid not null,
  "PatientId" uuid not null,
  "FacilityId" uuid not null,
  "NoteType" text not null default 'daily' check ("NoteType" in ('daily', 'eval', 'progress', 'discharge')),
  "Subjective" text not null default '',
  "Objective" text not null default '',
  "Assessment" text not null default '',
  "Plan" text not null default '',
  "signedAt" timestamptz,
  "signedByProviderId" uuid,
  "cosignRequired" boolean not null default false,
  "cosignedAt" timestamptz,
  "cosignedByProviderId" uuid,
  updated_at timestamptz not null default clock_timestamp(),
  scope text not null generated always as ('facility:' || "FacilityId"::text) stored,
  primary key (site, "VisitId"),
  foreign key (site, "VisitId") references visits
);
create index on visit_notes (site, "CaseId");
create index on visit_notes (site, "PatientId");

create table services (
  site text not null,
  "ServiceId" uuid not null,
  "VisitId" uuid not null,
  "CaseId" uuid not null,
  "PatientId" uuid not null,
  "FacilityId" uuid not null,
  "SortOrder" integer not null,
  "CPT_Code" text not null,
  "Minutes" integer check ("Minutes" between 0 and 480),
  "Count" integer check ("Count" between 1 and 8),
  "Units" integer not null check ("Units" >= 0),
  "Modifiers" text[] not null default '{}',
  "ProviderId" uuid not null,
  charge bigint,
  updated_at timestamptz not null default clock_timestamp(),
  scope text not null generated always as ('facility:' || "FacilityId"::text) stored,
  primary key (site, "ServiceId"),
  foreign key (site, "VisitId") references visits
);
create index on services (site, "VisitId");
create index on services (site, "PatientId");

create table claims (
  site text not null,
  "ClaimId" uuid not null,
  "VisitId" uuid not null,
  "PatientId" uuid not null,
  "FacilityId" uuid not null,
  "PayerId" uuid not null,
  status text not null check (status in ('submitted', 'rejected', 'accepted', 'adjudicated', 'void')),
  "ControlNumber" text not null check (length("ControlNumber") <= 20),
  "InterchangeControlNumber" text not null check ("InterchangeControlNumber" ~ '^\d{9}$'),
  "Frequency" text not null check ("Frequency" in ('1', '7', '8')),
  "totalCharge" bigint not null check ("totalCharge" > 0),
  "ServiceDate" date not null,
  "submittedAt" timestamptz not null default clock_timestamp(),
  filename text not null,
  updated_at timestamptz not null default clock_timestamp(),
  scope text not null generated always as ('facility:' || "FacilityId"::text) stored,
  primary key (site, "ClaimId"),
  unique (site, "ControlNumber"),
  unique (site, "InterchangeControlNumber"),
  foreign key (site, "VisitId") references visits
);
create index on claims (site, "VisitId");
create index on claims (site, "PatientId");

create table claim_files (
  site text not null,
  "ClaimId" uuid not null,
  content text not null,
  sha256 text not null,
  primary key (site, "ClaimId"),
  foreign key (site, "ClaimId") references claims
);

create table control_numbers (
  site text not null references sites,
  kind text not null,
  last bigint not null default 0,
  primary key (site, kind)
);

-- Append-only double entry: the API may insert and read, never change or delete.
create table ledger_entries (
  site text not null,
  "LedgerEntryId" uuid not null default gen_random_uuid(),
  "TransactionId" uuid not null,
  "VisitId" uuid not null,
  "PatientId" uuid not null,
  "ClaimId" uuid,
  "PayerId" uuid,
  account text not null check (account in ('ar:primary', 'ar:secondary', 'ar:patient', 'revenue', 'cash', 'adjustment')),
  amount bigint not null,
  "PostedOn" date not null,
  source text not null check (source in ('claim', 'manual', 'portal', 'correction', '835')),
  memo text not null,
  "createdAt" timestamptz not null default clock_timestamp(),
  scope text not null generated always as ('billing') stored,
  primary key (site, "LedgerEntryId"),
  foreign key (site, "VisitId") references visits
);
create index on ledger_entries (site, "VisitId");
create index on ledger_entries (site, "PatientId");

create function ledger_balances() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if (select sum(amount) from ledger_entries where site = new.site and "TransactionId" = new."TransactionId") <> 0 then
    raise exception 'ledger transaction % does not balance', new."TransactionId";
  end if;
  if exists (select from sites where site = new.site and new."PostedOn" <= "closedBillingPeriodEnd") then
    raise exception 'ledger posting on % lies in a closed period', new."PostedOn";
  end if;
  return null;
end $$;
create constraint trigger ledger_balances after insert on ledger_entries deferrable initially deferred
  for each row execute function ledger_balances();

-- Mail spool: what was sent to patients. The embedded spool keeps it here and a page shows it.
create table outbound_messages (
  site text not null,
  "MessageId" uuid not null default gen_random_uuid(),
  "PatientId" uuid not null,
  "VisitId" uuid,
  channel text not null check (channel in ('email', 'sms')),
  kind text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  "createdAt" timestamptz not null default clock_timestamp(),
  primary key (site, "MessageId")
);

create table import_batches (
  site text not null references sites,
  "ImportBatchId" uuid not null,
  "createdAt" timestamptz not null default clock_timestamp(),
  "createdBy" uuid,
  files text[] not null,
  counts jsonb not null,
  "problemCount" integer not null,
  "undoneAt" timestamptz,
  primary key (site, "ImportBatchId")
);

create table import_rows (
  site text not null,
  "ImportBatchId" uuid not null,
  entity text not null,
  pk uuid not null,
  primary key (site, "ImportBatchId", entity, pk),
  foreign key (site, "ImportBatchId") references import_batches
);

do $$
declare
  one record;
begin
  for one in
    select * from (values
      ('facilities', 'facilities', 'FacilityId'), ('providers', 'providers', 'ProviderId'), ('payers', 'payers', 'PayerId'),
      ('referring_providers', 'referringProviders', 'ReferringProviderId'), ('patients', 'patients', 'PatientId'),
      ('insurances', 'insurances', 'InsuranceId'), ('cases', 'cases', 'CaseId'), ('visits', 'visits', 'VisitId'),
      ('visit_history', 'visitHistory', 'VisitHistoryId'), ('visit_notes', 'visitNotes', 'VisitId'),
      ('services', 'services', 'ServiceId'), ('claims', 'claims', 'ClaimId'), ('ledger_entries', 'ledger', 'LedgerEntryId')
    ) as synced (tbl, entity, key)
  loop
    execute format('create trigger record_change after insert or update or delete on %I for each row execute function record_change(%L, %L)',
      one.tbl, one.entity, one.key);
  end loop;
  for one in select unnest(array['patients', 'insurances', 'cases', 'visits', 'visit_notes', 'services', 'claims']) as tbl
  loop
    execute format('create trigger touch before update on %I for each row execute function touch()', one.tbl);
  end loop;
  -- The API's own role: no ownership, no BYPASSRLS.
  if not exists (select from pg_roles where rolname = 'mainstay_api') then
    create role mainstay_api nologin nobypassrls nosuperuser;
  end if;
  for one in
    select c.relname as tbl, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'scope') as scoped,
           exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'site') as sited
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
  loop
    execute format('alter table %I enable row level security', one.tbl);
    execute format('alter table %I force row level security', one.tbl);
    -- The migrating role alone sees every site: migrations, sign-in look-ups, the audit trigger.
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', one.tbl);
    if not one.sited then
      execute format('create policy read_all on %I for select to mainstay_api using (true)', one.tbl);
    elsif one.scoped then
      execute format('create policy site_and_scope on %I to mainstay_api using (site = app_site() and in_scope(scope)) with check (site = app_site())', one.tbl);
    else
      execute format('create policy site_only on %I to mainstay_api using (site = app_site()) with check (site = app_site())', one.tbl);
    end if;
  end loop;
end $$;

grant usage on schema public to mainstay_api;
grant select, insert, update, delete on all tables in schema public to mainstay_api;
revoke insert, update, delete on sync_epoch, sync_change from mainstay_api;
revoke update, delete on audit_entry, ledger_entries, claim_files, visit_history, outbound_messages, sync_outcome from mainstay_api;
revoke all on login_failures from mainstay_api;

-- Sign-in happens before a site is known; these are the only doors across sites.
create function login_candidates(email text) returns table (site text, "UserId" uuid, "PasswordHash" text, "SuperUser" boolean, "Disabled" boolean)
  language sql stable security definer set search_path = public
  as $$ select u.site, u."UserId", u."PasswordHash", u."SuperUser", u."Disabled" from users u where u."Email" = lower(email) $$;
create function list_sites() returns table (site text, name text)
  language sql stable security definer set search_path = public
  as $$ select s.site, s."Name" from sites s order by s."Name" $$;
create function login_failed(who text) returns void
  language sql volatile security definer set search_path = public
  as $$ insert into login_failures (subject) values (who) $$;
create function login_failures_since(who text, since timestamptz) returns bigint
  language sql stable security definer set search_path = public
  as $$ select count(*) from login_failures where subject = who and at > since $$;
create function login_succeeded(who text) returns void
  language sql volatile security definer set search_path = public
  as $$ delete from login_failures where subject = who $$;
revoke all on function login_candidates, list_sites, login_failed, login_failures_since, login_succeeded from public;
grant execute on function login_candidates, list_sites, login_failed, login_failures_since, login_succeeded to mainstay_api;
