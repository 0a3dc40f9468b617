-- What notes say of the measurements of their cases, a row for each of both; who sees the note sees it.
create view eval_responses with (security_invoker = true) as
select n.site, n."CaseId", n."NoteId", n."NoteDate", split_part(split_part(c.key, ':', 2), '.', 1)::uuid as "CaseEvalMeasurementId",
  jsonb_object_agg(split_part(c.key, '.', 2), c.value) as said
from visit_notes n cross join lateral jsonb_each(n."Cells") c
where c.key like 'measure:%' and c.value <> 'null'::jsonb
group by n.site, n."CaseId", n."NoteId", n."NoteDate", split_part(split_part(c.key, ':', 2), '.', 1);
grant select on eval_responses to mainstay_api;
