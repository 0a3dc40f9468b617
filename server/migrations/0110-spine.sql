-- Findings of the spine are for chiropractors and superusers (spec 6): from anyone else's rows their cells are left out.
create function sees_adjustments() returns boolean language sql stable parallel safe
  return 'adjustments' = any (string_to_array(current_setting('app.scopes', true), ','));

create function cells_of_spine(cells jsonb) returns jsonb language sql immutable parallel safe
  return (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(cells) where key like 'segment:%');

create function cells_seen(cells jsonb, sees boolean) returns jsonb language sql immutable parallel safe
  return case when sees or strpos(cells::text, '"segment:') = 0 then cells
    else (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(cells) where key not like 'segment:%') end;

grant execute on function sees_adjustments, cells_of_spine, cells_seen to mainstay_api;
