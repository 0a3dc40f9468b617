-- What a note says of measures and goals of its case, by row and field.
alter table visit_notes
  add column "Cells" jsonb not null default '{}' check (jsonb_typeof("Cells") = 'object');
