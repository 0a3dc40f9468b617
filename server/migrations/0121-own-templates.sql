-- Templates and texts of one person are seen by that person alone; those of the clinic by everyone.
create function may_write_own(scope text) returns boolean language sql stable parallel safe
  return scope not like 'user:%' or in_scope(scope);

do $$
declare tbl text;
begin
  foreach tbl in array array['eval_templates', 'text_templates'] loop
    execute format('drop policy site_and_scope on %I', tbl);
    execute format('drop policy scope_on_write on %I', tbl);
    execute format('drop policy scope_on_change on %I', tbl);
    execute format('alter table %I drop column scope', tbl);
    execute format('alter table %I add column scope text not null generated always as (coalesce(''user:'' || "OwnerUserId"::text, ''site'')) stored', tbl);
    execute format('create policy site_and_scope on %I to mainstay_api using (site = app_site() and in_scope(scope, (select sees_all()))) with check (site = app_site())', tbl);
    perform scope_on_write(tbl::regclass);
    execute format('create policy own_on_write on %I as restrictive for insert to mainstay_api with check (may_write_own(scope))', tbl);
    execute format('create policy own_on_change on %I as restrictive for update to mainstay_api using (true) with check (may_write_own(scope))', tbl);
  end loop;
end $$;
