-- Forms that a clinic writes itself, as they stand in their editor. Published versions are rows of intake_forms.
create table intake_form_drafts (
  site text not null references sites,
  "OwnFormId" uuid not null,
  title jsonb not null check (jsonb_typeof(title) = 'array'),
  "askedOf" jsonb not null check (jsonb_typeof("askedOf") = 'object'),
  pages jsonb not null check (jsonb_typeof(pages) = 'array'),
  "isOn" boolean not null,
  -- The built-in form in whose place it is asked.
  replaces text,
  rev int not null default 1 check (rev > 0),
  -- The newest version, of which draft it was made, and when; 0: none yet.
  version int not null default 0 check (version >= 0),
  "publishedRev" int,
  "publishedAt" timestamptz,
  "createdAt" timestamptz not null default clock_timestamp(),
  primary key (site, "OwnFormId"),
  check ((version = 0) = ("publishedAt" is null)),
  check ((version = 0) = ("publishedRev" is null))
);
create unique index on intake_form_drafts (site, replaces) where replaces is not null;
alter table intake_form_drafts enable row level security;
alter table intake_form_drafts force row level security;
create policy owner_sees_all on intake_form_drafts to current_user using (true) with check (true);
create policy site_only on intake_form_drafts to mainstay_api using (site = app_site()) with check (site = app_site());
grant select, insert, delete on intake_form_drafts to mainstay_api;
grant update (title, "askedOf", pages, "isOn", replaces, rev, version, "publishedRev", "publishedAt") on intake_form_drafts to mainstay_api;

select close_to_patients();
