-- Whether the minutes of a visit must fit its time is on devices from here on, as the other rules that notes follow: by
-- every day on which the payer's rules or the site's change.
update payers p set "DatedRules" = (
  select jsonb_agg(
    jsonb_build_object('EffectiveFrom', d.day) || (before.entry - 'EffectiveFrom')
      || jsonb_build_object('VisitTimeRequired', false)
      || coalesce(of_site.rules, '{}') || coalesce(own.rules, '{}')
    order by d.day nulls first)
  from (
    select null::date as day
    union select "EffectiveFrom" from payer_rules r where r.site = p.site and (r."PayerId" = p."PayerId" or r."PayerId" is null)
    union select (e ->> 'EffectiveFrom')::date from jsonb_array_elements(p."DatedRules") e
  ) d
  cross join lateral (
    select e as entry from jsonb_array_elements(p."DatedRules") e
    where (e ->> 'EffectiveFrom') is null or (e ->> 'EffectiveFrom')::date <= d.day
    order by (e ->> 'EffectiveFrom')::date desc nulls last limit 1
  ) before
  left join lateral (
    select (select jsonb_object_agg(k, v) from jsonb_each(r.rules) as set_rule (k, v)
            where k = 'VisitTimeRequired') as rules
    from payer_rules r
    where r.site = p.site and r."PayerId" is null and (r."EffectiveFrom" is null or r."EffectiveFrom" <= d.day)
    order by r."EffectiveFrom" desc nulls last limit 1
  ) of_site on true
  left join lateral (
    select (select jsonb_object_agg(k, v) from jsonb_each(r.rules) as set_rule (k, v)
            where k = 'VisitTimeRequired') as rules
    from payer_rules r
    where r.site = p.site and r."PayerId" = p."PayerId" and (r."EffectiveFrom" is null or r."EffectiveFrom" <= d.day)
    order by r."EffectiveFrom" desc nulls last limit 1
  ) own on true
)
where jsonb_array_length("DatedRules") > 0;
