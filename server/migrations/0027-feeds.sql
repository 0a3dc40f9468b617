-- A secret address of one's own calendar (RFC 5545): one for each user, shown once, its hash alone is kept.
create table calendar_feeds (
  site text not null references sites,
  "UserId" uuid not null,
  "tokenHash" text not null,
  "createdAt" timestamptz not null default clock_timestamp(),
  -- By the minute; null until a calendar asked for it.
  "usedAt" timestamptz,
  primary key (site, "UserId"),
  unique (site, "tokenHash"),
  foreign key (site, "UserId") references users on delete cascade
);
alter table calendar_feeds enable row level security;
alter table calendar_feeds force row level security;
create policy owner_sees_all on calendar_feeds to current_user using (true) with check (true);
create policy site_only on calendar_feeds to mainstay_api using (site = app_site()) with check (site = app_site());
grant select, insert, delete on calendar_feeds to mainstay_api;
grant update ("tokenHash", "createdAt", "usedAt") on calendar_feeds to mainstay_api;

-- Whose account is disabled has no calendar any more, also when it is enabled again.
create function end_calendar_feed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from calendar_feeds where site = new.site and "UserId" = new."UserId";
  return null;
end $$;
create trigger end_calendar_feed after update of "Disabled" on users for each row
  when (new."Disabled" and not old."Disabled") execute function end_calendar_feed();

-- What a patient was charged for a visit under a memo: a late fee is taken back also by who may not read the ledger.
create function charged_as(visit uuid, what text) returns bigint
  language sql stable security definer set search_path = public
  as $$ select coalesce(sum(amount), 0)::bigint from ledger_entries
        where site = app_site() and "VisitId" = visit and account = 'ar:patient' and memo = what $$;
revoke all on function charged_as from public;
grant execute on function charged_as to mainstay_api;
