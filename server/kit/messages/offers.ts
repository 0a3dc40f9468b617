import { fillRuleFrom } from '#contract/scheduling/fill-rule.ts';
import { stopTime } from '#contract/scheduling/offers.ts';
import type { Tx } from '#server/kit/context.ts';

type Standing = { Start: string; isOpen: boolean; isWaiting: boolean; rule: unknown };

/** Why an offer that waited to be sent is not made any more: nobody reads of a time they cannot have. */
export async function overOffer(
  tx: Tx,
  site: string,
  { FillOfferId, wall }: { FillOfferId: string; wall: string },
): Promise<string | null> {
  const found = await tx.maybe<Standing>(
    `select b."Start", b.state = 'open' as "isOpen", r.state = 'open' as "isWaiting", s.settings -> 'fill_rule' as rule
     from fill_offers o join sites s on s.site = o.site
     join fill_batches b on b.site = o.site and b."FillBatchId" = o."FillBatchId"
     join visit_requests r on r.site = o.site and r."VisitRequestId" = o."VisitRequestId"
     where o.site = $1 and o."FillOfferId" = $2`,
    [site, FillOfferId],
  );
  if (!found?.isWaiting) return 'The patient is off the waitlist.';
  if (!found.isOpen) return 'This time is no longer on offer.';
  return wall < stopTime(found, fillRuleFrom(found.rule)) ? null : 'It is too late to accept the time.';
}
