-- Templates of notes and texts to put into them: of the whole clinic, or of one person.
create table eval_templates (
  site text not null references sites,
  "EvalTemplateId" uuid not null,
  "Name" text not null check (length("Name") <= 80),
  "Discipline" text check ("Discipline" in ('PT', 'OT', 'SLP', 'DC')),
  "NoteTypes" text[] not null default '{}',
  "Sections" jsonb not null default '[]' check (jsonb_typeof("Sections") = 'array'),
  "Measurements" jsonb not null default '[]' check (jsonb_typeof("Measurements") = 'array'),
  "GoalTexts" jsonb not null default '[]' check (jsonb_typeof("GoalTexts") = 'array'),
  "OwnerUserId" uuid,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "EvalTemplateId")
);
select site_table('eval_templates', 'evalTemplates', 'EvalTemplateId');

create table text_templates (
  site text not null references sites,
  "TextTemplateId" uuid not null,
  "Title" text not null check (length("Title") <= 80),
  "Body" text not null check (length("Body") between 1 and 8000),
  "SectionKeys" text[] not null default '{}',
  "OwnerUserId" uuid,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "TextTemplateId")
);
select site_table('text_templates', 'textTemplates', 'TextTemplateId');
