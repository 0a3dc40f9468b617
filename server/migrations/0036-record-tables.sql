-- One way to make the table of a record. The table brings its columns, `site`, its key and `updated_at`.

-- What both have in common: the version of a row, its change log and audit entry, row security.
create function mirrored_table(tbl regclass, entity text, key text) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('create trigger touch before update on %s for each row execute function touch()', tbl);
  execute format('create trigger record_change after insert or update or delete on %s for each row execute function record_change(%L, %L)', tbl, entity, key);
  execute format('alter table %s enable row level security', tbl);
  execute format('alter table %s force row level security', tbl);
  execute format('create policy owner_sees_all on %s to current_user using (true) with check (true)', tbl);
  execute format('create policy site_and_scope on %s to mainstay_api using (site = app_site() and in_scope(scope, (select sees_all()))) with check (site = app_site())', tbl);
  execute format('grant select, insert, update, delete on %s to mainstay_api', tbl);
end $$;

-- Rows that every device of the site holds.
create function site_table(tbl regclass, entity text, key text) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('alter table %s add column scope text not null generated always as (''site'') stored', tbl);
  perform mirrored_table(tbl, entity, key);
end $$;

-- Rows of a case: seen by who sees the case, gone with it.
create function case_table(tbl regclass, entity text, key text) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('alter table %s add column scope text not null', tbl);
  execute format('alter table %s add foreign key (site, "PatientId") references patients', tbl);
  execute format('alter table %s add foreign key (site, "CaseId") references cases on delete cascade', tbl);
  execute format('create index on %s (site, "PatientId")', tbl);
  execute format('create index on %s (site, "CaseId")', tbl);
  execute format('create trigger scope_like_case before insert or update of scope, "CaseId" on %s for each row execute function scope_like_case()', tbl);
  perform mirrored_table(tbl, entity, key);
end $$;
revoke execute on function mirrored_table, site_table, case_table from public;

-- A case that moves to another facility takes every table along whose rows are seen like it.
create or replace function reach_what_is_of_case() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tbl regclass;
begin
  for tbl in select tgrelid::regclass from pg_trigger where tgfoid = 'scope_like_case'::regproc order by 1 loop
    execute format('update %s set scope = null where site = $1 and "CaseId" = $2', tbl) using new.site, new."CaseId";
  end loop;
  return null;
end $$;
