-- Who may be written to, by which way and about what, as it was said and when. Rows are added and never changed.
create table consent_ledger (
  site text not null references sites,
  "ConsentEntryId" uuid not null default gen_random_uuid(),
  -- The order in which they were written: the newest of a kind counts.
  "Seq" bigint generated always as identity,
  -- A patient, or an address or number, whoever has it.
  "PatientId" uuid,
  "contactHash" text,
  channel text not null check (channel in ('email', 'text')),
  purpose text not null check (purpose in ('visits', 'billing', 'hep', 'surveys', 'reviews', 'marketing')),
  given boolean not null,
  how text not null check (how in ('staff', 'page', 'patient', 'import', 'before', 'stop', 'start', 'unsubscribe')),
  -- Which words were agreed to.
  wording text not null,
  "UserId" uuid,
  at timestamptz not null default clock_timestamp(),
  primary key (site, "ConsentEntryId"),
  foreign key (site, "PatientId") references patients on delete cascade,
  check (("PatientId" is null) <> ("contactHash" is null))
);
create index on consent_ledger (site, "PatientId", channel, purpose, "Seq");
create index on consent_ledger (site, "contactHash", purpose, "Seq") where "contactHash" is not null;
alter table consent_ledger enable row level security;
alter table consent_ledger force row level security;
create policy owner_sees_all on consent_ledger to current_user using (true) with check (true);
create policy site_only on consent_ledger to mainstay_api using (site = app_site()) with check (site = app_site());
create policy patient_sees_own on consent_ledger as restrictive to mainstay_api
  using (site = app_site() and ((select is_no_patient()) or "PatientId" = any ((select app_patients())::uuid[])))
  with check (site = app_site() and ((select is_no_patient()) or "PatientId" = any ((select app_patients())::uuid[])));
grant select, insert on consent_ledger to mainstay_api;

-- What was known before: a STOP first, so that a consent of today stands above it.
insert into consent_ledger (site, "PatientId", channel, purpose, given, how, wording, at)
  select site, "PatientId", 'text', 'visits', false, 'stop', 'text', "stoppedAt" from texts_stopped order by "stoppedAt";
-- The number itself, too, whoever has it next; not of those who have agreed to texts since. As server/kit/messages/ledger.ts names it.
insert into consent_ledger (site, "contactHash", channel, purpose, given, how, wording, at)
  select told.site, encode(sha256(convert_to(told.site || ' text ' || told.digits, 'UTF8')), 'hex'), 'text', purpose, false, 'stop', 'text', told.at
  from (select t.site, right(regexp_replace(p."Phone", '\D', '', 'g'), 10) as digits, max(t."stoppedAt") as at
        from texts_stopped t join patients p on p.site = t.site and p."PatientId" = t."PatientId"
        where p."Phone" ~ '^(\+1)?[^+]*$' and length(regexp_replace(p."Phone", '\D', '', 'g')) in (10, 11)
          and p."MessageConsent" ->> 'text' is distinct from 'true'
        group by 1, 2) told,
    unnest(array['visits', 'billing', 'hep', 'surveys', 'reviews', 'marketing']) purpose;
insert into consent_ledger (site, "PatientId", channel, purpose, given, how, wording)
  select site, "PatientId", channel, 'visits', true, 'before', 'chart'
  from patients, unnest(array['email', 'text']) channel where "MessageConsent" ->> channel = 'true';
drop table texts_stopped;

/* "MessageConsent" is what the ledger says about visits. A form writes it, and the ledger notes what that changed; what is
   written in the ledger itself, such as by a STOP, changes it. Neither is ever different from the other. */
create function note_consent() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  way text;
  is_given boolean;
begin
  foreach way in array array['email', 'text'] loop
    is_given := new."MessageConsent" ->> way = 'true';
    if is_given is distinct from coalesce((select c.given from consent_ledger c where c.site = new.site
        and c."PatientId" = new."PatientId" and c.channel = way and c.purpose = 'visits' order by c."Seq" desc limit 1), false) then
      insert into consent_ledger (site, "PatientId", channel, purpose, given, how, wording, "UserId")
        values (new.site, new."PatientId", way, 'visits', is_given,
          case when coalesce(current_setting('app.user', true), '') <> '' then 'staff'
               when not is_no_patient() then 'patient' else 'import' end,
          'chart', nullif(current_setting('app.user', true), '')::uuid);
    end if;
  end loop;
  return null;
end $$;
create trigger note_consent_of_new after insert on patients for each row
  when (new."MessageConsent" @> '{"email": true}' or new."MessageConsent" @> '{"text": true}') execute function note_consent();
create trigger note_consent after update of "MessageConsent" on patients for each row
  when (old."MessageConsent" is distinct from new."MessageConsent") execute function note_consent();

create function consent_of_ledger() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  newest boolean;
begin
  -- Two at once wait for each other here; then the newest of both counts.
  perform from patients where site = new.site and "PatientId" = new."PatientId" for update;
  select c.given into newest from consent_ledger c where c.site = new.site and c."PatientId" = new."PatientId"
    and c.channel = new.channel and c.purpose = 'visits' order by c."Seq" desc limit 1;
  update patients set "MessageConsent" = "MessageConsent" || jsonb_build_object(new.channel, newest)
    where site = new.site and "PatientId" = new."PatientId" and "MessageConsent" -> new.channel is distinct from to_jsonb(newest);
  return null;
end $$;
create trigger consent_of_ledger after insert on consent_ledger for each row
  when (new."PatientId" is not null and new.purpose = 'visits') execute function consent_of_ledger();
