-- Who gave a service, where that is not the visit's provider alone, and how many of its units carry CQ or CO where not
-- all of them do.
alter table services
  add column "Performed" jsonb check (jsonb_typeof("Performed") = 'array'),
  add column "AssistantUnits" int check ("AssistantUnits" between 1 and "Units");
