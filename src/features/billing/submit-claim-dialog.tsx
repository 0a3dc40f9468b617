import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { arOf } from '#contract/billing/ar.ts';
import { closedDayRefusal } from '#contract/billing/closed-period.ts';
import { expectedCharge } from '#contract/billing/expected-charge.ts';
import { billedFirst, paysByInsurance } from '#contract/cases/payers-of-case.ts';
import { closingQuestion } from '#contract/visits/closing-question.ts';
import { moveRefusal } from '#contract/visits/moves.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { ledgerOfVisit } from '#local/reads/billing.ts';
import { readPayersOfCase } from '#local/reads/cases.ts';
import { servicesNow } from '#local/reads/charges.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { readMoveFacts, readVisit } from '#local/reads/visits.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useSetup } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { toastDone, toastFailure, toastNegative } from '#shared/ui/toasts/toasts.tsx';

type Destination = 'submitted' | 'closed';
export type ClaimAsked = { visit: Visit; name: string };
type Props = { asked: ClaimAsked | null; onClose: () => void };

/** What will be billed to whom, and where the visit goes after that. */
export function SubmitClaimDialog({ asked, onClose }: Props) {
  return (
    <Modal
      opened={asked !== null}
      onClose={onClose}
      title="Submit the claim"
      centered
      size={480}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {asked && <SubmitClaim key={asked.visit.VisitId} visit={asked.visit} name={asked.name} onClose={onClose} />}
    </Modal>
  );
}

function SubmitClaim({ visit, name, onClose }: { visit: Visit; name: string; onClose: () => void }) {
  const online = useOnline();
  const {
    website: { enable_ar_warnings },
    cptDescriptions,
    closedBillingPeriodEnd,
  } = useSetup();
  const [destination, setDestination] = useState<Destination>('submitted');
  const [question, setQuestion] = useState<string | null>(null);
  const facts = useLiveValue(() => billingFacts(visit), [visit.VisitId]);
  const payer = facts?.payer;
  const units = facts?.services.reduce((sum, service) => sum + service.Units, 0) ?? 0;
  const selfPay = facts !== undefined && !facts.hasInsurance;

  async function submit(isAnswered: boolean) {
    if (selfPay) return closeWithoutClaim();
    const refusal = closedDayRefusal(visit.Start.slice(0, 10), closedBillingPeriodEnd);
    if (refusal) return toastNegative(refusal);
    if (destination === 'closed' && !isAnswered) {
      // Closing comes after the claim has posted its charges, so they count as primary AR already.
      const posted = arOf(await ledgerOfVisit(visit.VisitId)).primary;
      const claimed = payer ? expectedCharge(facts.services, payer, cptDescriptions) : 0;
      const asked = closingQuestion(posted + claimed, enable_ar_warnings);
      if (asked) return setQuestion(asked);
    }
    const now = (await readVisit(visit.VisitId)) ?? visit;
    await send(
      () =>
        queueWrite(
          'billing.submitClaim',
          { visitId: visit.VisitId, destination, lastUpdated: now.updated_at },
          { stage: now.stage },
        ),
      online ? 'Claim on its way.' : 'Claim saved. It is made when the network is back.',
    );
  }

  async function closeWithoutClaim() {
    const now = (await readVisit(visit.VisitId)) ?? visit;
    const refusal = moveRefusal(now, 'closed', await readMoveFacts(now));
    if (refusal) return toastNegative(refusal);
    await send(
      () =>
        queueWrite(
          'visits.move',
          { id: visit.VisitId, destination: 'closed', lastUpdated: now.updated_at },
          { stage: now.stage },
        ),
      `${name}: Closed.`,
    );
  }

  async function send(queue: () => Promise<unknown>, done: string) {
    try {
      await queue();
      toastDone(done);
      onClose();
    } catch (error) {
      toastFailure(error, 'This could not be saved on this device.');
    }
  }

  if (question) {
    return (
      <Stack gap="md">
        <Text>{question}</Text>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={() => setQuestion(null)}>
            Cancel
          </Button>
          <Button onClick={() => void submit(true)} data-autofocus>
            Yes
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <Text>
        <b>{name}</b>
        {payer
          ? `: ${facts.services.length} ${facts.services.length === 1 ? 'service' : 'services'}, ${units} ${units === 1 ? 'unit' : 'units'}, billed to ${payer.Name}.`
          : null}
        {selfPay ? ': this visit has no insurance, so no claim is made. It can be closed.' : null}
      </Text>
      {!selfPay && (
        <Radio.Group
          label="After that"
          value={destination}
          onChange={(value) => setDestination(value === 'closed' ? 'closed' : 'submitted')}
        >
          <Stack gap={8} mt={6}>
            <Radio
              value="submitted"
              label="Submit"
              description="The visit waits as Submitted for the payer's answer."
            />
            <Radio
              value="closed"
              label="Submit and close"
              description="Nothing more is expected; the visit is closed at once."
            />
          </Stack>
        </Radio.Group>
      )}
      {!online && !selfPay && (
        <OfflineNote>
          Offline: the claim is made when the network is back. Your wish is kept on this device.
        </OfflineNote>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => void submit(false)} disabled={facts === undefined} data-autofocus>
          {selfPay ? 'Close the visit' : destination === 'closed' ? 'Submit and close' : 'Submit claim'}
        </Button>
      </Group>
    </Stack>
  );
}

async function billingFacts(visit: Visit) {
  const [services, payers] = await Promise.all([
    servicesNow(visit),
    readPayersOfCase(visit.CaseId, visit.Start.slice(0, 10)),
  ]);
  return { services, payer: billedFirst(payers) ?? undefined, hasInsurance: paysByInsurance(payers) };
}
