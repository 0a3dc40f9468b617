-- Mail goes on where an SMTP server is configured; what was written without one stays to be read on /company/mail.
alter table outgoing_mail
  add column state text not null default 'kept' check (state in ('kept', 'waiting', 'sending', 'sent', 'failed')),
  -- Fixed when it is written, so that a mail that was given to the server twice can be known for the same.
  add column "MessageId" text,
  add column tries int not null default 0,
  -- When it is to be tried next; while it is being sent, when whoever sends it counts as dead.
  add column "dueAt" timestamptz not null default clock_timestamp(),
  add column "claimId" uuid,
  add column "sentAt" timestamptz,
  add column problem text;
create index on outgoing_mail ("dueAt") where state in ('waiting', 'sending');
-- The body may lose the secret of its link, nothing else of what was written changes.
grant update (state, tries, "dueAt", "claimId", "sentAt", problem, body) on outgoing_mail to mainstay_api;

-- Whoever sends looks across sites; the mails themselves are read inside of each.
create function sites_with_mail_due() returns setof text
  language sql stable security definer set search_path = public
  as $$ select distinct site from outgoing_mail where state in ('waiting', 'sending') and "dueAt" <= clock_timestamp() $$;
revoke all on function sites_with_mail_due from public;
grant execute on function sites_with_mail_due to mainstay_api;
