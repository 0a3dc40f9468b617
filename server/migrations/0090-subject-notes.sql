-- Notes on a patient or on a case: seen by who sees what they are about. The audit log keeps every earlier text.
create table subject_notes (
  site text not null references sites,
  "SubjectNoteId" uuid not null,
  "PatientId" uuid not null,
  "SubjectType" text not null check ("SubjectType" in ('patient', 'case')),
  "SubjectId" uuid not null,
  "Text" text not null check (length("Text") between 1 and 4000),
  "IsPinned" boolean not null default false,
  "IsAlert" boolean not null default false,
  "ExpiresOn" date,
  "WrittenBy" text,
  "WrittenAt" timestamptz,
  "CaseId" uuid generated always as (case "SubjectType" when 'case' then "SubjectId" end) stored,
  scope text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "SubjectNoteId"),
  foreign key (site, "PatientId") references patients,
  foreign key (site, "CaseId") references cases,
  check ("SubjectType" <> 'patient' or "SubjectId" = "PatientId")
);
create index on subject_notes (site, "PatientId");
create index on subject_notes (site, "SubjectId");

create function scope_of_subject_note() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.scope := case new."SubjectType" when 'patient' then 'site' else
    (select c.scope from cases c where c.site = new.site and c."CaseId" = new."SubjectId") end;
  return new;
end $$;
create trigger scope_of_subject_note before insert or update of scope, "SubjectType", "SubjectId" on subject_notes
  for each row execute function scope_of_subject_note();

-- Who wrote it and when. One whose removal is undone keeps its author, as the audit log has it.
create function author_of_subject_note() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone jsonb;
begin
  select detail into gone from audit_entry
    where site = new.site and entity = 'subjectNotes' and pk = new."SubjectNoteId"::text
      and "PatientId" = new."PatientId"::text order by id desc limit 1;
  -- Put back as it was; other words under the same id are the caller's.
  if gone ->> 'Text' = new."Text" and gone ->> 'SubjectId' = new."SubjectId"::text then
    new."WrittenBy" := gone ->> 'WrittenBy';
    new."WrittenAt" := (gone ->> 'WrittenAt')::timestamptz;
  elsif new."WrittenAt" is null then
    new."WrittenBy" := (select u."FirstName" || ' ' || u."LastName" from users u
      where u.site = new.site and u."UserId"::text = current_setting('app.user', true));
    new."WrittenAt" := coalesce(nullif(current_setting('app.made_at', true), '')::timestamptz, clock_timestamp());
  end if;
  return new;
end $$;
create trigger author_of_subject_note before insert on subject_notes
  for each row execute function author_of_subject_note();

select mirrored_table('subject_notes', 'subjectNotes', 'SubjectNoteId');

create function reach_subject_notes_of_case() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update subject_notes set scope = null where site = new.site and "CaseId" = new."CaseId";
  return null;
end $$;
create trigger reach_subject_notes_of_case after update of "FacilityId" on cases for each row
  when (old."FacilityId" is distinct from new."FacilityId") execute function reach_subject_notes_of_case();

-- A case with a note on it is in use, whoever may see the note.
create or replace function uses_of_case(which uuid) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when exists (select from claims c join visits v on v.site = c.site and v."VisitId" = c."VisitId"
      where v.site = app_site() and v."CaseId" = which) then 'claims'
    when exists (select from ledger_entries e join visits v on v.site = e.site and v."VisitId" = e."VisitId"
      where v.site = app_site() and v."CaseId" = which) then 'claims'
    when exists (select from visit_notes where site = app_site() and "CaseId" = which) then 'notes'
    when exists (select from services where site = app_site() and "CaseId" = which) then 'notes'
    when exists (select from subject_notes where site = app_site() and "CaseId" = which) then 'notes'
    when exists (select from visits where site = app_site() and "CaseId" = which
      and stage not in ('scheduled', 'confirmed', 'cancelled')) then 'visits'
    when exists (select from visits where site = app_site() and "CaseId" = which and stage <> 'cancelled') then 'booked'
  end $$;
