-- What is to be done for a patient: written by the staff, or asked for by what a patient answered.
create table tasks (
  site text not null references sites,
  "TaskId" uuid not null,
  "PatientId" uuid not null,
  "CaseId" uuid,
  "FacilityId" uuid,
  "Kind" text not null default 'own' check ("Kind" in ('own', 'detractor', 'homePain')),
  -- What was answered, where that asks for the task: once, whatever becomes of it.
  subject text check (("Kind" = 'own') = (subject is null)),
  sentence text not null check (length(sentence) between 1 and 300),
  "OwnerUserId" uuid,
  "Owner" jsonb,
  "dueOn" date,
  "IsDone" boolean not null default false,
  "doneAt" timestamptz,
  "doneByUserId" uuid,
  scope text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "TaskId"),
  unique (site, "Kind", subject),
  foreign key (site, "PatientId") references patients,
  foreign key (site, "CaseId") references cases on delete cascade,
  foreign key (site, "OwnerUserId") references users,
  check (("doneAt" is not null) = "IsDone")
);
create index on tasks (site, "PatientId");
create index on tasks (site, "CaseId");
create index on tasks (site, "OwnerUserId");

-- Seen like the case, or like the patient: by the whole site.
create function scope_of_task() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select c.scope, c."FacilityId" into new.scope, new."FacilityId" from cases c
    where c.site = new.site and c."CaseId" = new."CaseId";
  new.scope := coalesce(new.scope, 'site');
  return new;
end $$;
create trigger scope_of_task before insert or update of scope, "CaseId", "FacilityId" on tasks
  for each row execute function scope_of_task();

-- What nobody says themselves: what the owner is called, who did it and when. Of one whose removal is undone, as it was.
create function state_of_task() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone jsonb;
begin
  new."Owner" := (select jsonb_build_object('UserId', u."UserId", 'Name', u."FirstName" || ' ' || u."LastName")
    from users u where u.site = new.site and u."UserId" = new."OwnerUserId");
  if not new."IsDone" then
    new."doneAt" := null;
    new."doneByUserId" := null;
  elsif tg_op = 'UPDATE' and old."IsDone" then
    new."doneAt" := old."doneAt";
    new."doneByUserId" := old."doneByUserId";
  else
    new."doneAt" := coalesce(nullif(current_setting('app.made_at', true), '')::timestamptz, clock_timestamp());
    new."doneByUserId" := nullif(current_setting('app.user', true), '')::uuid;
    if tg_op = 'INSERT' then
      select detail into gone from audit_entry
        where site = new.site and entity = 'tasks' and pk = new."TaskId"::text
          and "PatientId" = new."PatientId"::text order by id desc limit 1;
      if gone ->> 'sentence' = new.sentence and (gone ->> 'IsDone')::boolean then
        new."doneAt" := (gone ->> 'doneAt')::timestamptz;
        new."doneByUserId" := (gone ->> 'doneByUserId')::uuid;
      end if;
    end if;
  end if;
  return new;
end $$;
create trigger state_of_task before insert or update on tasks for each row execute function state_of_task();

select mirrored_table('tasks', 'tasks', 'TaskId');

create function reach_tasks_of_case() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update tasks set scope = null where site = new.site and "CaseId" = new."CaseId";
  return null;
end $$;
create trigger reach_tasks_of_case after update of "FacilityId" on cases for each row
  when (old."FacilityId" is distinct from new."FacilityId") execute function reach_tasks_of_case();

/* The task that an answer asks for, unless it was asked for before. The page of a patient writes it for themselves and
   reads none. Much pain at home is the therapist's of the case to look at, as long as they sign in here. */
create function ask_task(id uuid, kind text, about text, patient uuid, of_case uuid, what text, due date) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app_patients() is not null and not patient = any (app_patients()) then
    raise exception 'a task of another patient';
  end if;
  insert into tasks (site, "TaskId", "PatientId", "CaseId", "Kind", subject, sentence, "OwnerUserId", "dueOn", scope)
    values (app_site(), id, patient, of_case, kind, about, what, case kind when 'homePain' then
      (select u."UserId" from cases c
        join providers p on p.site = c.site and p."ProviderId" = c."ProviderId"
        join users u on u.site = p.site and u."UserId" = p."UserId" and not u."Disabled"
        where c.site = app_site() and c."CaseId" = of_case) end, due, 'site')
    on conflict (site, "Kind", subject) do nothing;
end $$;
revoke execute on function ask_task, scope_of_task, state_of_task, reach_tasks_of_case from public;
grant execute on function ask_task to mainstay_api;
select close_to_patients();
