-- Patients and guarantors come in by a link or a code: links by purpose, attempts, sessions, and what they may see.

alter table patient_links
  drop constraint patient_links_purpose_check,
  add constraint patient_links_purpose_check check (purpose in
    ('visit', 'visits', 'preferences', 'offer', 'intake', 'hep', 'survey', 'review', 'pay', 'book', 'checkin')),
  -- Wrong birth dates; the fifth ends it.
  add column "wrongDates" int not null default 0,
  -- Taken away, as against used up.
  add column "revokedAt" timestamptz,
  add column "revokedWhy" text check ("revokedWhy" in ('staff', 'contact changed', 'death', 'wrong dates'));
grant update ("endedAt", "wrongDates", "revokedAt", "revokedWhy") on patient_links to mainstay_api;
create index on patient_links (site, "PatientId");

-- Codes go to people who are no patients yet.
alter table outbound_messages alter column "PatientId" drop not null;

-- Somebody asks for a code. What they typed is kept until it was looked up, and after that of unrecognized people alone.
create table patient_logins (
  site text not null references sites,
  "AttemptId" uuid not null,
  "cookieHash" text not null,
  "contactHash" text not null,
  contact text,
  "DateOfBirth" date,
  aupl boolean not null,
  agl boolean not null,
  language text not null check (language in ('en', 'es')),
  state text not null default 'new' check (state in ('new', 'sent', 'silent', 'right', 'used', 'void')),
  "codeHash" text,
  tries int not null default 0,
  -- Whom the details fit: [{kind, id}].
  subjects jsonb not null default '[]',
  "isUnrecognized" boolean not null default false,
  "createdAt" timestamptz not null default clock_timestamp(),
  "sentAt" timestamptz,
  "expiresAt" timestamptz not null,
  primary key (site, "AttemptId")
);
create index on patient_logins (site, "contactHash", "createdAt");
create index on patient_logins (site, "sentAt") where "sentAt" is not null;
create index on patient_logins (site) where state = 'new';

create table patient_sessions (
  site text not null references sites,
  "SessionId" uuid not null,
  kind text not null check (kind in ('patient', 'guarantor', 'unrecognized')),
  "PatientId" uuid,
  "GuarantorId" uuid,
  -- Of unrecognized people, who are known by nothing else.
  contact text,
  "DateOfBirth" date,
  level text not null check (level in ('L1', 'L2')),
  scope text not null,
  "linkHash" text,
  "isOwnDevice" boolean not null,
  "deviceKey" jsonb not null,
  device text not null,
  "secretHash" text not null,
  "previousHash" text,
  turn int not null default 0,
  "createdAt" timestamptz not null default clock_timestamp(),
  "seenAt" timestamptz not null default clock_timestamp(),
  "expiresAt" timestamptz not null,
  "endedAt" timestamptz,
  "endedWhy" text,
  primary key (site, "SessionId"),
  check ((kind = 'patient') = ("PatientId" is not null)),
  check ((kind = 'guarantor') = ("GuarantorId" is not null))
);
create index on patient_sessions (site, "PatientId");
create index on patient_sessions (site, "GuarantorId");

do $$
declare
  tbl text;
begin
  foreach tbl in array array['patient_logins', 'patient_sessions'] loop
    execute format('alter table %I enable row level security', tbl);
    execute format('alter table %I force row level security', tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', tbl);
    execute format('create policy site_only on %I to mainstay_api using (site = app_site()) with check (site = app_site())', tbl);
    execute format('grant select, insert, update on %I to mainstay_api', tbl);
  end loop;
end $$;

-- Who pays or acts for a patient. The same person at several charts has one id.
create table patient_guarantors (
  site text not null references sites,
  "PatientGuarantorId" uuid not null,
  "PatientId" uuid not null,
  "GuarantorId" uuid,
  "FirstName" text not null check (length("FirstName") between 1 and 60),
  "LastName" text not null check (length("LastName") between 1 and 60),
  "DateOfBirth" date not null,
  "Email" text,
  "Phone" text,
  "Relationship" text not null,
  "IsProxy" boolean not null,
  "IsForAdult" boolean not null,
  "From" date not null,
  "Until" date,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "PatientGuarantorId"),
  foreign key (site, "PatientId") references patients,
  check ("Email" is not null or "Phone" is not null),
  check ("Until" is null or "Until" >= "From")
);
create index on patient_guarantors (site, "PatientId");
create index on patient_guarantors (site, "GuarantorId");
create index on patient_guarantors (site, "DateOfBirth");

-- A person is known again by name, birth date and a way to reach them.
create function guarantor_of_row() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('guarantor ' || new.site || new."DateOfBirth"::text, 0));
  new."GuarantorId" := coalesce(
    (select g."GuarantorId" from patient_guarantors g where g.site = new.site and g."DateOfBirth" = new."DateOfBirth"
       and lower(g."FirstName") = lower(new."FirstName") and lower(g."LastName") = lower(new."LastName")
       and (lower(g."Email") = lower(new."Email") or g."Phone" = new."Phone")
     order by g.updated_at limit 1), new."GuarantorId", gen_random_uuid());
  return new;
end $$;
create trigger guarantor_of_row before insert on patient_guarantors for each row execute function guarantor_of_row();

-- What is changed of a person in one chart is changed in the others, as far as a person is the same.
create function same_guarantor_elsewhere() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if pg_trigger_depth() > 1 then return null; end if;
  update patient_guarantors set "FirstName" = new."FirstName", "LastName" = new."LastName",
    "DateOfBirth" = new."DateOfBirth", "Email" = new."Email", "Phone" = new."Phone"
    where site = new.site and "GuarantorId" = new."GuarantorId" and "PatientGuarantorId" <> new."PatientGuarantorId";
  return null;
end $$;
create trigger same_guarantor_elsewhere
  after update of "FirstName", "LastName", "DateOfBirth", "Email", "Phone" on patient_guarantors
  for each row when ((old."FirstName", old."LastName", old."DateOfBirth", old."Email", old."Phone")
    is distinct from (new."FirstName", new."LastName", new."DateOfBirth", new."Email", new."Phone"))
  execute function same_guarantor_elsewhere();
select site_table('patient_guarantors', 'patientGuarantors', 'PatientGuarantorId');

-- A former address or number opens nothing any more, nor anything of somebody who has died.
create function end_patient_logins() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  why text := case when new."DeathDate" is not null and old."DeathDate" is null then 'death' else 'contact changed' end;
begin
  update patient_links set "revokedAt" = clock_timestamp(), "revokedWhy" = why
    where site = new.site and "PatientId" = new."PatientId" and "revokedAt" is null;
  update patient_sessions set "endedAt" = clock_timestamp(), "endedWhy" = why
    where site = new.site and "PatientId" = new."PatientId" and "endedAt" is null;
  update patient_logins set state = 'void' where site = new.site and state in ('sent', 'right')
    and subjects @> jsonb_build_array(jsonb_build_object('id', new."PatientId"));
  return null;
end $$;
-- A first address beside none takes nothing from anybody.
create trigger end_patient_logins after update of "Email", "Phone", "DeathDate" on patients for each row
  when ((old."Email" is not null and old."Email" is distinct from new."Email")
    or (old."Phone" is not null and old."Phone" is distinct from new."Phone")
    or (old."DeathDate" is null and new."DeathDate" is not null))
  execute function end_patient_logins();

create function end_guarantor_logins() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update patient_sessions set "endedAt" = clock_timestamp(), "endedWhy" = 'contact changed'
    where site = old.site and "GuarantorId" = old."GuarantorId" and "endedAt" is null;
  update patient_logins set state = 'void' where site = old.site and state in ('sent', 'right')
    and subjects @> jsonb_build_array(jsonb_build_object('id', old."GuarantorId"));
  return null;
end $$;
create trigger end_guarantor_logins after update of "Email", "Phone" on patient_guarantors for each row
  when ((old."Email" is not null and old."Email" is distinct from new."Email")
    or (old."Phone" is not null and old."Phone" is distinct from new."Phone"))
  execute function end_guarantor_logins();

-- Whose rows a transaction sees that is a patient's or a guarantor's; null for everybody else's.
create function app_patients() returns uuid[] language sql stable parallel safe
  return string_to_array(nullif(current_setting('app.patient', true), ''), ',')::uuid[];
grant execute on function app_patients to mainstay_api;
-- Asked as a whole: of "is null" the planner would think that one row in 200 is left, and sort what an index has in order.
create function is_no_patient() returns boolean language sql stable parallel safe return app_patients() is null;
grant execute on function is_no_patient to mainstay_api;

/* Closes every table to transactions of patients but those that have a policy of their own. Run again after each
   migration, so that no new table is open. A command has as many policies as there are kinds of it: one closes all. */
create function close_to_patients() returns void language plpgsql set search_path = public, pg_temp as $$
declare
  tbl text;
begin
  for tbl in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'site' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname like 'patient_%')
  loop
    execute format('create policy patient_sees_none on %I as restrictive to mainstay_api
      using (site = app_site() and (select is_no_patient())) with check (site = app_site() and (select is_no_patient()))', tbl);
  end loop;
end $$;
revoke all on function close_to_patients from public;

do $$
declare
  tbl text;
begin
  -- Their own: they read them, and change what the commands for them change.
  foreach tbl in array array['patients', 'visits', 'patient_links'] loop
    execute format('create policy patient_sees_own on %I as restrictive to mainstay_api
      using (site = app_site() and ((select is_no_patient()) or "PatientId" = any ((select app_patients())::uuid[])))
      with check (site = app_site() and ((select is_no_patient()) or "PatientId" = any ((select app_patients())::uuid[])))', tbl);
  end loop;
  -- Of the clinic, which every patient may know; read alone.
  foreach tbl in array array['sites', 'facilities', 'providers'] loop
    execute format('create policy patient_reads on %I as restrictive for select to mainstay_api using (site = app_site())', tbl);
    execute format('create policy patient_adds_none on %I as restrictive for insert to mainstay_api with check (site = app_site() and (select is_no_patient()))', tbl);
    execute format('create policy patient_changes_none on %I as restrictive for update to mainstay_api using (site = app_site() and (select is_no_patient()))', tbl);
    execute format('create policy patient_removes_none on %I as restrictive for delete to mainstay_api using (site = app_site() and (select is_no_patient()))', tbl);
  end loop;
  -- What they did is written down, and read by nobody of them.
  foreach tbl in array array['audit_entry', 'visit_history'] loop
    execute format('create policy patient_reads_none on %I as restrictive for select to mainstay_api using (site = app_site() and (select is_no_patient()))', tbl);
    execute format('create policy patient_adds_own on %I as restrictive for insert to mainstay_api
      with check (site = app_site() and ((select is_no_patient()) or "PatientId"::text = any ((select app_patients())::text[])))', tbl);
    execute format('create policy patient_changes_none on %I as restrictive for update to mainstay_api using (site = app_site() and (select is_no_patient()))', tbl);
    execute format('create policy patient_removes_none on %I as restrictive for delete to mainstay_api using (site = app_site() and (select is_no_patient()))', tbl);
  end loop;
end $$;
select close_to_patients();

-- Attempts and sessions that are over are removed with what else serves for a while only.
create or replace function forget_old_rows(most integer) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  kept_rows record;
  removed integer := 0;
  gone integer;
begin
  if not pg_try_advisory_xact_lock(7260005) then
    return null;
  end if;
  for kept_rows in
    select * from (values
      ('idempotency', 'at', '7 days', 'true'),
      ('sessions', '"expiresAt"', '30 days', 'true'),
      ('login_failures', 'at', '1 day', 'true'),
      ('account_links', '"expiresAt"', '30 days', 'true'),
      ('patient_links', '"expiresAt"', '30 days', 'true'),
      ('patient_logins', '"createdAt"', '2 days', 'true'),
      ('patient_sessions', '"expiresAt"', '30 days', 'true'),
      ('sso_used_states', 'at', '1 day', 'true'),
      ('outgoing_mail', 'at', '90 days', 'state in (''kept'', ''sent'', ''failed'')')
    ) as kept (tbl, at_column, age, served)
  loop
    execute format('delete from %1$I where ctid = any (array(select ctid from %1$I where %2$s < now() - interval %3$L and %4$s limit $1))',
      kept_rows.tbl, kept_rows.at_column, kept_rows.age, kept_rows.served) using most - removed;
    get diagnostics gone = row_count;
    removed := removed + gone;
    exit when removed >= most;
  end loop;
  return removed;
end $$;
