-- The flowsheet: rows of a case, a column of cells a visit, and which exercises of the library a user keeps at hand.
create table case_exercises (
  site text not null references sites,
  "CaseExerciseId" uuid not null,
  "CaseId" uuid not null,
  "PatientId" uuid not null,
  "ExerciseId" uuid,
  "Name" text not null,
  "CPT_Code" text,
  "Dose" text,
  "Precaution" text,
  "SortOrder" int not null,
  "StoppedOn" date,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "CaseExerciseId")
);
select case_table('case_exercises', 'caseExercises', 'CaseExerciseId');

create table visit_exercises (
  site text not null references sites,
  "VisitId" uuid not null,
  "CaseId" uuid not null,
  "PatientId" uuid not null,
  "FacilityId" uuid not null,
  "Cells" jsonb not null default '{}' check (jsonb_typeof("Cells") = 'object'),
  updated_at timestamptz not null default clock_timestamp(),
  scope text not null,
  primary key (site, "VisitId"),
  foreign key (site, "VisitId") references visits,
  foreign key (site, "CaseId") references cases on delete cascade
);
create index on visit_exercises (site, "CaseId");
create index on visit_exercises (site, "PatientId");
create trigger scope_like_visit before insert or update of scope, "FacilityId", "VisitId" on visit_exercises
  for each row execute function scope_like_visit();
select mirrored_table('visit_exercises', 'visitExercises', 'VisitId');

-- A visit that goes to another facility or provider takes along what hangs on it.
create or replace function reach_what_hangs() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tbl text;
begin
  foreach tbl in array array['visit_history', 'visit_notes', 'services', 'claims', 'visit_exercises'] loop
    execute format('update %I set scope = null, "FacilityId" = $3 where site = $1 and "VisitId" = $2', tbl)
      using new.site, new."VisitId", new."FacilityId";
  end loop;
  return null;
end $$;

-- What was done stays as it was signed with the visit's note.
create function keep_signed_exercises() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  elsewhere constant text[] := array['updated_at', 'scope', 'FacilityId'];
begin
  if current_user <> 'mainstay_api'
    or (tg_op = 'UPDATE' and to_jsonb(new) - elsewhere is not distinct from to_jsonb(old) - elsewhere)
    or not exists (
      select from visit_notes n where n.site = coalesce(new.site, old.site)
        and n."NoteId" = coalesce(new."VisitId", old."VisitId") and n."signedAt" is not null) then
    return coalesce(new, old);
  end if;
  raise exception 'the flowsheet of a signed note stays as it was signed';
end $$;
create trigger keep_signed_exercises before insert or update or delete on visit_exercises
  for each row execute function keep_signed_exercises();

create table exercise_favorites (
  site text not null references sites,
  "UserId" uuid not null,
  "ExerciseId" uuid not null,
  primary key (site, "UserId", "ExerciseId"),
  foreign key (site, "UserId") references users on delete cascade
);
alter table exercise_favorites enable row level security;
alter table exercise_favorites force row level security;
create policy owner_sees_all on exercise_favorites to current_user using (true) with check (true);
create policy site_only on exercise_favorites to mainstay_api using (site = app_site()) with check (site = app_site());
grant select, insert, delete on exercise_favorites to mainstay_api;
