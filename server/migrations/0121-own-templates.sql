-- Templates and texts of one person are seen by that person alone; those of the clinic by everyone.
create or replace function may_write(scope text, sees_all boolean) returns boolean language sql stable parallel safe
  return (scope not like 'facility:%' and scope not like 'user:%') or in_scope(scope, sees_all);

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
  end loop;
end $$;
