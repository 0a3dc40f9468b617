-- A number that a patient gives on a page counts once a code reached it.
create table contact_changes (
  site text not null references sites,
  "ContactChangeId" uuid not null,
  "PatientId" uuid not null,
  "contactHash" text not null,
  -- Until it is proved or void, and no longer.
  contact text,
  "codeHash" text not null,
  tries int not null default 0,
  "createdAt" timestamptz not null,
  "sentAt" timestamptz not null,
  "expiresAt" timestamptz not null,
  "provedAt" timestamptz,
  "voidAt" timestamptz,
  -- What told the former address and number; without any, the number logs nobody in before staff writes it.
  "noticeIds" uuid[] not null default '{}',
  primary key (site, "ContactChangeId"),
  foreign key (site, "PatientId") references patients on delete cascade
);
create index on contact_changes (site, "PatientId");
create index on contact_changes (site, "contactHash", "createdAt");
create index on contact_changes (site, "sentAt");
alter table contact_changes enable row level security;
alter table contact_changes force row level security;
create policy owner_sees_all on contact_changes to current_user using (true) with check (true);
create policy site_only on contact_changes to mainstay_api using (site = app_site()) with check (site = app_site());
grant select, insert, update on contact_changes to mainstay_api;

-- What staff writes in the chart needs no code.
create function void_contact_changes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update contact_changes set "voidAt" = clock_timestamp(), contact = null
    where site = new.site and "PatientId" = new."PatientId" and "voidAt" is null;
  return null;
end $$;
create trigger void_contact_changes after update of "Phone" on patients for each row
  when (old."Phone" is distinct from new."Phone" and coalesce(current_setting('app.user', true), '') <> '')
  execute function void_contact_changes();

-- The page on which a patient has just proved a number stays open; every other link of theirs ends.
create or replace function end_patient_logins() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  why text := case when new."DeathDate" is not null and old."DeathDate" is null then 'death' else 'contact changed' end;
begin
  update patient_links set "revokedAt" = clock_timestamp(), "revokedWhy" = why
    where site = new.site and "PatientId" = new."PatientId" and "revokedAt" is null
      and "secretHash" is distinct from nullif(current_setting('app.proved_on', true), '')
      -- It shows nothing, and only takes a consent away.
      and purpose <> 'unsubscribe';
  update patient_sessions set "endedAt" = clock_timestamp(), "endedWhy" = why
    where site = new.site and "PatientId" = new."PatientId" and "endedAt" is null;
  update patient_logins set state = 'void' where site = new.site and state in ('sent', 'right')
    and subjects @> jsonb_build_array(jsonb_build_object('id', new."PatientId"));
  return null;
end $$;
