-- A note has an id of its own, which is that of its visit where it has one; its texts are sections by their keys, and what
-- is no text an element. A case has notes without a visit too, and a signed note may have others added to it.
alter table visit_notes disable trigger user;
alter table visit_notes
  add column "NoteId" uuid,
  add column "AlsoTypes" text[] not null default '{}' check ("AlsoTypes" <@ array['progress', 'recert', 'discharge']),
  add column "NoteDate" date,
  add column "ProviderId" uuid,
  add column "CosignerProviderId" uuid,
  add column "ParentNoteId" uuid,
  add column "Sections" jsonb not null default '{}',
  add column "Elements" jsonb not null default '{}',
  add column "TreatmentMinutes" int check ("TreatmentMinutes" between 0 and 480);

update visit_notes n set
  "NoteId" = n."VisitId", "NoteDate" = left(v."Start", 10)::date, "ProviderId" = v."ProviderId",
  "Sections" = jsonb_strip_nulls(jsonb_build_object(
    'Subjective', nullif(n."Subjective", ''), 'Objective', nullif(n."Objective", ''),
    'Assessment', nullif(n."Assessment", ''), 'Plan', nullif(n."Plan", '')))
from visits v where v.site = n.site and v."VisitId" = n."VisitId";

alter table visit_notes
  alter column "NoteId" set not null,
  alter column "NoteDate" set not null,
  drop constraint visit_notes_pkey,
  alter column "VisitId" drop not null,
  drop constraint "visit_notes_NoteType_check",
  drop column "Subjective", drop column "Objective", drop column "Assessment", drop column "Plan",
  add primary key (site, "NoteId"),
  add foreign key (site, "CaseId") references cases,
  add foreign key (site, "ParentNoteId") references visit_notes,
  add check ("NoteType" in ('daily', 'eval', 'progress', 'reeval', 'recert', 'discharge', 'missedVisit', 'addendum', 'communication')),
  -- A visit has one note, and what is added to it.
  add check ("VisitId" is null or "NoteId" = "VisitId" or "ParentNoteId" is not null);
create index on visit_notes (site, "VisitId");
create index on visit_notes (site, "ParentNoteId") where "ParentNoteId" is not null;

drop trigger record_change on visit_notes;
create trigger record_change after insert or update or delete on visit_notes
  for each row execute function record_change('visitNotes', 'NoteId');

-- Who sees the visit sees its notes; who sees the case sees those without a visit.
create function scope_of_note() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new."VisitId" is null then
    new.scope := (select c.scope from cases c where c.site = new.site and c."CaseId" = new."CaseId");
  else
    new.scope := (select visit_scope(new."FacilityId", v."ProviderId") from visits v
      where v.site = new.site and v."VisitId" = new."VisitId");
  end if;
  return new;
end $$;
drop trigger scope_like_visit on visit_notes;
create trigger scope_of_note before insert or update of scope, "FacilityId", "VisitId" on visit_notes
  for each row execute function scope_of_note();
alter table visit_notes enable trigger user;

create function reach_notes_of_case() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update visit_notes set scope = null, "FacilityId" = new."FacilityId"
    where site = new.site and "CaseId" = new."CaseId" and "VisitId" is null;
  return null;
end $$;
create trigger reach_notes_of_case after update of "FacilityId" on cases for each row
  when (old."FacilityId" is distinct from new."FacilityId") execute function reach_notes_of_case();
