import { useState } from 'react';
import { closedDayRefusal } from '#contract/billing/closed-period.ts';
import { expectedCharge } from '#contract/billing/expected-charge.ts';
import { billedFirst, paysByInsurance } from '#contract/cases/payers-of-case.ts';
import { closingQuestion } from '#contract/visits/closing-question.ts';
import { claimClocks } from '#contract/compliance/claim-clocks.ts';
import { moveRefusal } from '#contract/visits/moves.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { arOfVisit } from '#local/reads/billing.ts';
import { readCase, readPayersOfCase } from '#local/reads/cases.ts';
import { servicesNow } from '#local/reads/charges.ts';
import { complianceFactsOf } from '#local/reads/compliance.ts';
import { readMoveFacts } from '#local/reads/move-facts.ts';
import { readVisit } from '#local/reads/visits.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { useSetup } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { toastDone, toastFailure, toastNegative } from '#shared/ui/toasts/toasts.tsx';

export type Destination = 'submitted' | 'closed';

/** What a visit is billed, and the call that bills it. */
export function useSubmitClaim({ visit, name, onClose }: { visit: Visit; name: string; onClose: () => void }) {
  const online = useOnline();
  const today = useClinicToday();
  const { website, cptDescriptions, closedBillingPeriodEnd } = useSetup();
  const { enable_ar_warnings } = website;
  const [question, setQuestion] = useState<string | null>(null);
  const live = useLiveWithRetry(() => billingFacts(visit), [visit.VisitId, visit.CaseId]);
  const facts = live.state === 'ready' ? live.value : undefined;
  const payer = facts?.payer;
  const isPayerUnknown = facts !== undefined && !facts.isCaseHere;
  const isSelfPay = facts !== undefined && facts.isCaseHere && !facts.hasInsurance;
  // What is late beside the claim does not decide it: where that cannot be read, the claim is billed all the same.
  const clocks = useLiveWithRetry(() => clocksOfClaim(visit, today), [visit.VisitId, today]);

  async function submit(destination: Destination, isAnswered: boolean): Promise<void> {
    if (facts === undefined || isPayerUnknown) return;
    if (isSelfPay) return closeWithoutClaim();
    const refusal = closedDayRefusal(visit.Start.slice(0, 10), closedBillingPeriodEnd);
    if (refusal) return toastNegative(refusal);
    if (destination === 'closed' && !isAnswered) {
      // Closing comes after the claim has posted its charges, so they count as primary AR already.
      const posted = (await arOfVisit(visit.VisitId)).primary;
      const claimed = payer ? expectedCharge(facts.services, payer, cptDescriptions) : 0;
      const asked = closingQuestion(posted + claimed, enable_ar_warnings);
      if (asked) return setQuestion(asked);
    }
    const now = (await readVisit(visit.VisitId)) ?? visit;
    const claim = { visitId: visit.VisitId, destination, lastUpdated: now.updated_at };
    await send(
      () => queueWrite('billing.submitClaim', claim, { stage: now.stage }),
      online ? 'Claim sent.' : 'Claim saved. It is submitted when you’re back online.',
    );
  }

  async function closeWithoutClaim(): Promise<void> {
    const now = (await readVisit(visit.VisitId)) ?? visit;
    const refusal = moveRefusal(now, 'closed', await readMoveFacts(now));
    if (refusal) return toastNegative(refusal);
    const move = { id: visit.VisitId, destination: 'closed', lastUpdated: now.updated_at } as const;
    await send(() => queueWrite('visits.move', move, { stage: now.stage }), `${name}: Closed.`);
  }

  async function send(queue: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await queue();
      toastDone(done);
      onClose();
    } catch (error) {
      toastFailure(error, 'This could not be saved on this device.');
    }
  }

  return {
    online,
    facts,
    /** What is late or missing in the case. */
    clocks,
    /** The case is not on this device, so neither its insurance nor that it has none is known. */
    isPayerUnknown,
    /** Where what is billed could not be read: reads it again. */
    readAgain: live.state === 'failed' ? live.retry : null,
    isSelfPay,
    /** The warning about remaining AR, until it is answered. */
    question,
    dropQuestion: () => setQuestion(null),
    submit,
  };
}

async function billingFacts(visit: Visit) {
  const [of, services, payers] = await Promise.all([
    readCase(visit.CaseId),
    servicesNow(visit),
    readPayersOfCase(visit.CaseId, visit.Start.slice(0, 10)),
  ]);
  return {
    isCaseHere: of !== undefined,
    services,
    payer: billedFirst(payers) ?? undefined,
    hasInsurance: paysByInsurance(payers),
  };
}

async function clocksOfClaim(visit: Visit, today: string) {
  const compliance = await complianceFactsOf(visit.CaseId, today);
  return compliance ? claimClocks(compliance, visit) : [];
}
