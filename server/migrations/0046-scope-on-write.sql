-- Whoever is limited to some facilities or providers writes nothing that they could not read. What is of the site or of
-- billing is written also by those who do not read it: a front desk posts the charge of a visit.
create function may_write(scope text, sees_all boolean) returns boolean language sql stable parallel safe
  return scope not like 'facility:%' or in_scope(scope, sees_all);

-- Policies of their own: PostgreSQL names a restrictive one in its refusal, which tells it from a fault of ours.
create function scope_on_write(tbl regclass) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  rule constant text := 'site = app_site() and may_write(scope, (select sees_all()))';
begin
  execute format('create policy scope_on_write on %s as restrictive for insert to mainstay_api with check (%s)', tbl, rule);
  execute format('create policy scope_on_change on %s as restrictive for update to mainstay_api using (site = app_site()) with check (%s)', tbl, rule);
end $$;

select scope_on_write(tablename::regclass) from pg_policies
where schemaname = 'public' and qual like '%in\_scope(scope%' and cmd = 'ALL';

-- The same for the tables of records to come (migration 0036).
create or replace function mirrored_table(tbl regclass, entity text, key text) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('create trigger touch before update on %s for each row execute function touch()', tbl);
  execute format('create trigger record_change after insert or update or delete on %s for each row execute function record_change(%L, %L)', tbl, entity, key);
  execute format('alter table %s enable row level security', tbl);
  execute format('alter table %s force row level security', tbl);
  execute format('create policy owner_sees_all on %s to current_user using (true) with check (true)', tbl);
  execute format('create policy site_and_scope on %s to mainstay_api using (site = app_site() and in_scope(scope, (select sees_all()))) with check (site = app_site())', tbl);
  perform scope_on_write(tbl);
  execute format('grant select, insert, update, delete on %s to mainstay_api', tbl);
end $$;
revoke execute on function mirrored_table, scope_on_write from public;
