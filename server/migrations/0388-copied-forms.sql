-- What a form said when it was copied: the copy's first version is compared with it.
alter table intake_form_drafts add column copied jsonb check (jsonb_typeof(copied) = 'object');

select close_to_patients();
