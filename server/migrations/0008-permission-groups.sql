-- Permission groups (spec 3 and 6). What a user may do is the union of their groups and their own permissions; `can`
-- holds that union, kept by triggers, so that every call reads one column.
create table permission_groups (
  site text not null references sites,
  "PermissionGroupId" uuid not null,
  name text not null check (length(name) between 1 and 60),
  permissions text[] not null default '{}',
  primary key (site, "PermissionGroupId")
);
create unique index on permission_groups (site, lower(name));

-- Until now a role was a word, and `can` was kept by hand.
alter table users rename column roles to role_words;
alter table users
  add column roles uuid[] not null default '{}',
  add column "individualPermissions" text[] not null default '{}',
  add column "invitedAt" timestamptz;

-- Each word becomes a group of what all who bore it may do; what somebody may do besides is their own.
with bearers as (
  select site, "UserId", can, left(role_words[1], 60) as role, lower(left(role_words[1], 60)) as word
  from users where role_words[1] <> ''
), counted as (
  select site, word, min(role) as name, count(*) as people from bearers group by site, word
)
insert into permission_groups (site, "PermissionGroupId", name, permissions)
  select c.site, gen_random_uuid(), c.name, array(
    select permission from bearers b, unnest(b.can) permission where b.site = c.site and b.word = c.word
    group by permission having count(distinct b."UserId") = c.people order by permission)
  from counted c;

update users u set
  roles = array[g."PermissionGroupId"],
  "individualPermissions" = array(select permission from unnest(u.can) permission where permission <> all (g.permissions))
  from permission_groups g
  where g.site = u.site and lower(g.name) = lower(left(u.role_words[1], 60));
update users set "individualPermissions" = can where roles = '{}';
alter table users drop column role_words;

create function keep_can() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- Who writes rights as one list means permissions of the user's own.
  if tg_op = 'INSERT' and new.can <> '{}' and new."individualPermissions" = '{}' and new.roles = '{}' then
    new."individualPermissions" := new.can;
  end if;
  new.can := array(
    select distinct permission from (
      select unnest(new."individualPermissions") as permission
      union all
      select unnest(g.permissions) from permission_groups g where g.site = new.site and g."PermissionGroupId" = any (new.roles)
    ) held order by permission);
  return new;
end $$;
create trigger keep_can before insert or update of roles, "individualPermissions" on users
  for each row execute function keep_can();

-- A group's new permissions reach its members; their row is written to itself, which keeps their `can`.
create function reach_members() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update users set roles = case when tg_op = 'DELETE' then array_remove(roles, old."PermissionGroupId") else roles end
  where site = old.site and old."PermissionGroupId" = any (roles);
  return null;
end $$;
create trigger reach_members after update of permissions or delete on permission_groups
  for each row execute function reach_members();

create index on sessions (site, "UserId");

alter table permission_groups enable row level security;
alter table permission_groups force row level security;
create policy owner_sees_all on permission_groups to current_user using (true) with check (true);
create policy site_only on permission_groups to mainstay_api using (site = app_site()) with check (site = app_site());
grant select, insert, update, delete on permission_groups to mainstay_api;
