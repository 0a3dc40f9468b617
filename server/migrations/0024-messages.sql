-- Messages to patients: reminders and news of their visits, by e-mail or text, to whom has agreed to that channel.

alter table patients add column "MessageConsent" jsonb not null default '{"email": false, "text": false}'
  check (jsonb_typeof("MessageConsent" -> 'email') = 'boolean' and jsonb_typeof("MessageConsent" -> 'text') = 'boolean');
-- What the patient asked for through a link, until somebody sees to the visit: {What, Note, at}.
alter table visits add column "PatientAsk" jsonb;

alter table outbound_messages drop constraint outbound_messages_channel_check;
update outbound_messages set channel = 'text' where channel = 'sms';
alter table outbound_messages
  add constraint outbound_messages_channel_check check (channel in ('email', 'text')),
  -- `kept`: readable on the page and nowhere else; `dropped`: overtaken before its time came; `received`: from the patient.
  add column state text not null default 'kept'
    check (state in ('waiting', 'sending', 'kept', 'sent', 'failed', 'dropped', 'received')),
  -- Never before; out of the quiet hours of the clinic.
  add column "notBefore" timestamptz not null default clock_timestamp(),
  -- When it is to be tried next; while it is being sent, when whoever sends it counts as dead.
  add column "dueAt" timestamptz not null default clock_timestamp(),
  add column tries int not null default 0,
  add column "claimId" uuid,
  add column "sentAt" timestamptz,
  add column problem text,
  -- The wall time it tells of: where the visit is not at that time any more, it is not sent.
  add column "forStart" text,
  -- An e-mail goes on through the mail spool; how it fares stands there.
  add column "MailId" uuid;
create index on outbound_messages (site, "createdAt");
create index on outbound_messages (site, "VisitId") where state = 'waiting';
create index on outbound_messages ("dueAt") where state in ('waiting', 'sending');
grant update (state, "notBefore", "dueAt", tries, "claimId", "sentAt", problem, body, recipient, "MailId") on outbound_messages to mainstay_api;

-- Mail to patients is listed with the messages, not with the mail about accounts.
alter table outgoing_mail add column "forPatient" boolean not null default false;

-- Where a message leads: one patient's one visit or preferences. The secret itself is in the message alone.
create table patient_links (
  site text not null references sites,
  "secretHash" text not null,
  "PatientId" uuid not null,
  "VisitId" uuid,
  purpose text not null check (purpose in ('visit', 'preferences', 'offer')),
  -- What else it is about, such as an offer.
  "SubjectId" uuid,
  "createdAt" timestamptz not null default clock_timestamp(),
  "expiresAt" timestamptz not null,
  "endedAt" timestamptz,
  primary key (site, "secretHash")
);
create index on patient_links (site, "VisitId");

-- What became of a visit since the patient last knew; told when nothing has changed for three minutes.
create table visit_news (
  site text not null references sites,
  "VisitId" uuid not null,
  "PatientId" uuid not null,
  "FacilityId" uuid not null,
  -- As the patient knows it; null for a visit they do not know of.
  known jsonb,
  "changedAt" timestamptz not null default clock_timestamp(),
  primary key (site, "VisitId")
);
create index on visit_news ("changedAt");

-- Which reminder was written for which time of a visit: each once, however many servers look.
create table visit_reminders (
  site text not null references sites,
  "VisitId" uuid not null,
  "Start" text not null,
  "hoursBefore" int not null,
  at timestamptz not null default clock_timestamp(),
  primary key (site, "VisitId", "Start", "hoursBefore")
);

do $$
declare
  tbl text;
begin
  foreach tbl in array array['patient_links', 'visit_news', 'visit_reminders'] loop
    execute format('alter table %I enable row level security', tbl);
    execute format('alter table %I force row level security', tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', tbl);
    execute format('create policy site_only on %I to mainstay_api using (site = app_site()) with check (site = app_site())', tbl);
  end loop;
end $$;
grant select, insert on patient_links, visit_reminders to mainstay_api;
grant update ("endedAt") on patient_links to mainstay_api;
grant select, insert, update, delete on visit_news to mainstay_api;

-- Whoever sends looks across sites; the messages themselves are read inside of each.
create function sites_with_messages_due(now_is timestamptz) returns setof text
  language sql stable security definer set search_path = public
  as $$
    select site from outbound_messages where state in ('waiting', 'sending') and "dueAt" <= now_is
    union select site from visit_news where "changedAt" <= now_is - interval '3 minutes'
  $$;
create function sites_that_remind() returns setof text
  language sql stable security definer set search_path = public
  as $$
    select site from sites where settings ?| array['first_reminder_hours', 'second_reminder_hours']
      and (coalesce(settings -> 'first_reminder_hours', '0') <> '0' or coalesce(settings -> 'second_reminder_hours', '0') <> '0')
  $$;
revoke all on function sites_with_messages_due, sites_that_remind from public;
grant execute on function sites_with_messages_due, sites_that_remind to mainstay_api;
