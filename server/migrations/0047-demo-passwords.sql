-- Whose password is the one that everybody knows of the demo: true where the demo is filled in, until it is changed.
alter table users add column "DemoPassword" boolean not null default false;
create index on users (site) where "DemoPassword";

create function forget_demo_password() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new."DemoPassword" := false;
  return new;
end $$;
create trigger forget_demo_password before update of "PasswordHash" on users for each row
  when (old."PasswordHash" is distinct from new."PasswordHash") execute function forget_demo_password();
