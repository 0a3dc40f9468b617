-- Most people see every facility and provider. Asked once a statement, this leaves a look at its scope for most rows.
create function sees_all() returns boolean language sql stable parallel safe
  return string_to_array(current_setting('app.scopes', true), ',') @> array['site', 'facility:*', 'provider:*'];

create function in_scope(scope text, sees_all boolean) returns boolean language sql stable parallel safe
  return (sees_all and (scope = 'site' or scope like 'facility:%')) or in_scope(scope);

do $$
declare policy record;
begin
  for policy in select * from pg_policies where schemaname = 'public' and qual like '%in\_scope(scope)%' loop
    execute format('alter policy %I on %I using (%s)', policy.policyname, policy.tablename,
      replace(policy.qual, 'in_scope(scope)', 'in_scope(scope, (select sees_all()))'));
  end loop;
end $$;
