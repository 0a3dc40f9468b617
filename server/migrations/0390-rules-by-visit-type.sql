-- A rule of online booking is for a visit type by its id: with a new name of the type it goes on, under that name.
alter table booking_rules add column "VisitTypeId" uuid;

-- The type a facility has in use under a name, today or formerly.
create function type_in_use(of_site text, facility uuid, name text) returns jsonb
  language sql stable set search_path = public, pg_temp as $$
    select t from facilities f cross join jsonb_array_elements(f.visit_types) t
    where f.site = of_site and f."FacilityId" = facility and t ->> 'deleted_at' is null
      and (t ->> 'Name' = name or coalesce(t -> 'FormerNames', '[]') ? name)
    order by (t ->> 'Name' = name) desc limit 1
  $$;

create function type_of_booking_rule() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  in_use jsonb := type_in_use(new.site, new."FacilityId", new."VisitTypeName");
begin
  new."VisitTypeId" := (in_use ->> 'VisitTypeId')::uuid;
  new."VisitTypeName" := coalesce(in_use ->> 'Name', new."VisitTypeName");
  return new;
end $$;

alter table booking_rules drop constraint "booking_rules_site_FacilityId_VisitTypeName_key";
update booking_rules r set "VisitTypeId" = (type_in_use(r.site, r."FacilityId", r."VisitTypeName") ->> 'VisitTypeId')::uuid;
-- Of two rules that became one type's, by its name and a former one, the name's stays with it.
update booking_rules r set "VisitTypeId" = null
  where "VisitTypeId" is not null and type_in_use(r.site, r."FacilityId", r."VisitTypeName") ->> 'Name' <> r."VisitTypeName"
    and exists (select from booking_rules o where o.site = r.site and o."FacilityId" = r."FacilityId"
      and o."VisitTypeId" = r."VisitTypeId" and o."BookingRuleId" <> r."BookingRuleId"
      and (type_in_use(o.site, o."FacilityId", o."VisitTypeName") ->> 'Name' = o."VisitTypeName" or o."BookingRuleId" < r."BookingRuleId"));
update booking_rules r set "VisitTypeName" = type_in_use(r.site, r."FacilityId", r."VisitTypeName") ->> 'Name'
  where "VisitTypeId" is not null and type_in_use(r.site, r."FacilityId", r."VisitTypeName") ->> 'Name' <> r."VisitTypeName";
alter table booking_rules add unique (site, "FacilityId", "VisitTypeId");
create trigger type_of_booking_rule before insert or update of "FacilityId", "VisitTypeName" on booking_rules
  for each row execute function type_of_booking_rule();

/* With the types of a facility its rules change: they are called as their type is. A rule whose type is gone is for the
   one that took its name, unless that has a rule already: then it is switched off, and gets a name that is no type's. */
create function rename_booking_rules() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  rule record;
  in_use jsonb;
  suffix text;
  free_name text;
begin
  for rule in select r."BookingRuleId", r."VisitTypeId", r."VisitTypeName" from booking_rules r
    where r.site = new.site and r."FacilityId" = new."FacilityId" order by 1
  loop
    select t into in_use from jsonb_array_elements(new.visit_types) t
      where t ->> 'deleted_at' is null and (t ->> 'VisitTypeId')::uuid = rule."VisitTypeId";
    if in_use is null then
      in_use := type_in_use(new.site, new."FacilityId", rule."VisitTypeName");
      if in_use ->> 'Name' <> rule."VisitTypeName" then
        in_use := null;
      elsif exists (select from booking_rules o where o.site = new.site and o."FacilityId" = new."FacilityId"
        and o."VisitTypeId" = (in_use ->> 'VisitTypeId')::uuid and o."BookingRuleId" <> rule."BookingRuleId") then
        for turn in 1 .. (select count(*) from booking_rules o where o.site = new.site and o."FacilityId" = new."FacilityId") loop
          suffix := ' (deleted type' || case turn when 1 then '' else ' ' || turn end || ')';
          free_name := left(rule."VisitTypeName", 60 - length(suffix)) || suffix;
          exit when not exists (select from booking_rules o where o.site = new.site and o."FacilityId" = new."FacilityId"
            and o."VisitTypeName" = free_name);
        end loop;
        update booking_rules set "IsOn" = false, "VisitTypeName" = free_name
          where site = new.site and "BookingRuleId" = rule."BookingRuleId";
        in_use := null;
      end if;
    end if;
    if in_use is not null and (in_use ->> 'Name' <> rule."VisitTypeName" or rule."VisitTypeId" is distinct from (in_use ->> 'VisitTypeId')::uuid) then
      update booking_rules set "VisitTypeName" = in_use ->> 'Name' where site = new.site and "BookingRuleId" = rule."BookingRuleId";
    end if;
  end loop;
  return null;
end $$;
create trigger rename_booking_rules after update of visit_types on facilities for each row
  when (old.visit_types is distinct from new.visit_types) execute function rename_booking_rules();
revoke execute on function type_in_use, type_of_booking_rule, rename_booking_rules from public;

select close_to_patients();
