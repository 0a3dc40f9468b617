-- Forms named the visit types they are required for by name, and lost them with a new name. They have their ids now; a
-- name of which no facility has a type stays.
create function pg_temp.by_id(of_site text, asked jsonb) returns jsonb language sql stable as $$
  with types as (
    select t ->> 'VisitTypeId' as id, t ->> 'Name' as name
    from facilities f cross join jsonb_array_elements(f.visit_types) t where f.site = of_site)
  select asked - 'VisitTypeNames'
    || coalesce((select jsonb_build_object('VisitTypeIds', jsonb_agg(distinct id order by id)) from types
      where asked -> 'VisitTypeNames' ? name having count(*) > 0), '{}')
    || coalesce((select jsonb_build_object('VisitTypeNames', jsonb_agg(n)) from jsonb_array_elements_text(asked -> 'VisitTypeNames') n
      where n not in (select name from types) having count(*) > 0), '{}')
$$;
update intake_form_drafts set "askedOf" = pg_temp.by_id(site, "askedOf") where "askedOf" ? 'VisitTypeNames';
update intake_forms set "askedOf" = pg_temp.by_id(site, "askedOf") where "askedOf" ? 'VisitTypeNames';
drop function pg_temp.by_id(text, jsonb);
