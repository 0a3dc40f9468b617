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
import { readPayersOfCase } from '#local/reads/cases.ts';
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
  const live = useLiveWithRetry(() => billingFacts(visit, today), [visit.VisitId, today]);
  const facts = live.state === 'ready' ? live.value : undefined;
  const payer = facts?.payer;
  const isSelfPay = facts !== undefined && !facts.hasInsurance;

  async function submit(destination: Destination, isAnswered: boolean): Promise<void> {
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
    /** Where what is billed could not be read: reads it again. */
    readAgain: live.state === 'failed' ? live.retry : null,
    isSelfPay,
    /** The warning about remaining AR, until it is answered. */
    question,
    dropQuestion: () => setQuestion(null),
    submit,
  };
}

async function billingFacts(visit: Visit, today: string) {
  const [services, payers, compliance] = await Promise.all([
    servicesNow(visit),
    readPayersOfCase(visit.CaseId, visit.Start.slice(0, 10)),
    complianceFactsOf(visit.CaseId, today),
  ]);
  const clocks = compliance ? claimClocks(compliance, visit.VisitId) : [];
  return { clocks, services, payer: billedFirst(payers) ?? undefined, hasInsurance: paysByInsurance(payers) };
}
