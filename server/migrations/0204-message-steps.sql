-- Which step of what was begun to be sent about whom, by which way: each once, however many servers look. The id is that of
-- its message, and what the gateway knows it by.
create table message_steps (
  site text not null references sites,
  kind text not null check (kind in ('intakeRemind')),
  "SubjectId" uuid not null,
  step text not null,
  channel text not null check (channel in ('email', 'text')),
  "MessageId" uuid not null,
  at timestamptz not null default clock_timestamp(),
  primary key (site, kind, "SubjectId", step, channel)
);
alter table message_steps enable row level security;
alter table message_steps force row level security;
create policy owner_sees_all on message_steps to current_user using (true) with check (true);
create policy site_only on message_steps to mainstay_api using (site = app_site()) with check (site = app_site());
grant select, insert on message_steps to mainstay_api;

create index on intakes (site) where "submittedAt" is null;

-- Whoever reminds looks across sites; the forms themselves are read inside of each.
create function sites_with_open_intakes() returns setof text
  language sql stable security definer set search_path = public, pg_temp
  as $$ select distinct site from intakes where "submittedAt" is null $$;
revoke all on function sites_with_open_intakes from public;
grant execute on function sites_with_open_intakes to mainstay_api;
