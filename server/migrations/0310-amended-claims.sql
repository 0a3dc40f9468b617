-- An addendum after which a visit no longer records what its claim billed asks for a corrected claim.
alter table claims add column "AmendedByNoteId" uuid;
-- What the file bills: `{CPT_Code, Units, Modifiers, AssistantUnits}` of each service; null where that is not known any more.
alter table claim_files add column "Billed" jsonb;

-- Of claims of before it is known where no service was changed since: each has its price, and together that of the claim.
update claim_files f set "Billed" = s.billed
from claims c, lateral (
  select jsonb_agg(jsonb_build_object('CPT_Code', "CPT_Code", 'Units', "Units", 'Modifiers', "Modifiers",
      'AssistantUnits', "AssistantUnits") order by "SortOrder") as billed,
    bool_and(charge is not null) as priced, sum(charge) as total
  from services where site = c.site and "VisitId" = c."VisitId"
) s
where c.site = f.site and c."ClaimId" = f."ClaimId" and c.status <> 'void' and s.priced and s.total = c."totalCharge";

-- Of a claim that was submitted, only what became of it changes.
create or replace function keep_submitted_claim() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  later text[] := array['status', 'AmendedByNoteId', 'updated_at'];
begin
  if current_user = 'mainstay_api' and to_jsonb(new) - later is distinct from to_jsonb(old) - later then
    raise exception 'a submitted claim stays as it was sent';
  end if;
  return new;
end $$;
