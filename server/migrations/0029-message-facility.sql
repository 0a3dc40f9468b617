-- Where a message comes from when it is about no visit, and which offer it makes: looked at again when it is sent.
alter table outbound_messages
  add column "FacilityId" uuid,
  add column "FillOfferId" uuid;

-- What the provider had at that time besides when it was let go: whatever is there later has taken it.
alter table fill_batches add column "Beside" uuid[] not null default '{}';

create or replace function offer_freed_time() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into fill_batches (site, "FacilityId", "ProviderId", "RoomId", "PlaceOfService", "Start", "End", "isAutomatic", "nextAt",
      "Beside")
    select old.site, old."FacilityId", old."ProviderId", old."RoomId", old."PlaceOfService", old."Start", old."End", true,
      clock_timestamp() + interval '3 minutes',
      array(select v."VisitId" from visits v where v.site = old.site and v."ProviderId" = old."ProviderId"
        and v."VisitId" <> old."VisitId" and v."Start" < old."End" and v."End" > old."Start"
        and v.stage not in ('cancelled', 'noShow', 'lateCancel'))
    from sites s join facilities f on f.site = s.site and f."FacilityId" = old."FacilityId"
    where s.site = old.site and s.settings -> 'fill_rule' -> 'isOn' = 'true'::jsonb
      and old."Start" > to_char(clock_timestamp() at time zone f."TimeZone", 'YYYY-MM-DD"T"HH24:MI')
    on conflict do nothing;
  return null;
end $$;
