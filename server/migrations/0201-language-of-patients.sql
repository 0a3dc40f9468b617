-- In which language patients are written to; null where nobody asked.
alter table patients add column "Language" text check ("Language" in ('en', 'es'));
