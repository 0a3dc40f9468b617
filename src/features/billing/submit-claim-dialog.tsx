import { Button, Group, List, Modal, Radio, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { Clock } from '#contract/compliance/clock.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { useSubmitClaim, type Destination } from './use-submit-claim.ts';

export type ClaimAsked = { visit: Visit; name: string };
type Props = { asked: ClaimAsked | null; onClose: () => void };

/** What will be billed to whom, and where the visit goes after that. */
export function SubmitClaimDialog({ asked, onClose }: Props) {
  return (
    <Modal
      opened={asked !== null}
      onClose={onClose}
      title="Submit claim"
      centered
      size={480}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {asked && <SubmitClaim key={asked.visit.VisitId} visit={asked.visit} name={asked.name} onClose={onClose} />}
    </Modal>
  );
}

function SubmitClaim({ visit, name, onClose }: ClaimAsked & { onClose: () => void }) {
  const [destination, setDestination] = useState<Destination>('submitted');
  const of = useSubmitClaim({ visit, name, onClose });
  const { online, facts, clocks, readAgain, isPayerUnknown, isSelfPay, question, dropQuestion, submit } = of;
  if (question)
    return (
      <ClosingQuestion question={question} onCancel={dropQuestion} onConfirm={() => void submit(destination, true)} />
    );
  const isClaim = !isSelfPay && !isPayerUnknown;
  const payer = facts?.payer;
  const units = facts?.services.reduce((sum, service) => sum + service.Units, 0) ?? 0;
  return (
    <Stack gap="md">
      <Text>
        <b>{name}</b>
        {payer
          ? `: ${facts.services.length} ${facts.services.length === 1 ? 'service' : 'services'}, ${units} ${units === 1 ? 'unit' : 'units'}, billed to ${payer.Name}.`
          : null}
        {isPayerUnknown
          ? ': the chart of this visit is not on this device, so its insurance is not known. Open the chart first.'
          : null}
        {isSelfPay ? ': this visit has no insurance, so there is no claim. You can close it.' : null}
      </Text>
      {readAgain && (
        <ErrorState title="The charges of this visit could not be loaded" onRetry={readAgain}>
          Nothing was submitted. If it fails again, reload the page.
        </ErrorState>
      )}
      {isClaim && clocks.state === 'failed' && (
        <ErrorState title="The deadlines of this case could not be loaded" onRetry={clocks.retry}>
          You can submit the claim without them.
        </ErrorState>
      )}
      {isClaim && facts && clocks.state === 'ready' && clocks.value.length > 0 && (
        <BeforeBilling clocks={clocks.value} />
      )}
      {isClaim && <DestinationChoice destination={destination} onChange={setDestination} />}
      {!online && isClaim && (
        <OfflineNote>
          You are offline. The claim is saved on this device and submitted when you’re back online.
        </OfflineNote>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {!isPayerUnknown && (
          <Button onClick={() => void submit(destination, false)} disabled={facts === undefined} data-autofocus>
            {isSelfPay ? 'Close visit' : destination === 'closed' ? 'Submit and close' : 'Submit claim'}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** What is late or missing in the case: the payer may deny the claim for it. */
function BeforeBilling({ clocks }: { clocks: readonly Clock[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Text id={id} fw={600}>
        Before you bill
      </Text>
      <List size="sm">
        {clocks.map(({ kind, aboutId, sentence }) => (
          <List.Item key={`${kind} ${aboutId}`}>{sentence}</List.Item>
        ))}
      </List>
    </section>
  );
}

function DestinationChoice({
  destination,
  onChange,
}: {
  destination: Destination;
  onChange: (destination: Destination) => void;
}) {
  return (
    <Radio.Group
      label="After that"
      value={destination}
      onChange={(value) => onChange(value === 'closed' ? 'closed' : 'submitted')}
    >
      <Stack gap={8} mt={6}>
        <Radio value="submitted" label="Submit" description="The visit stays in Submitted until the payer answers." />
        <Radio
          value="closed"
          label="Submit and close"
          description="You don’t expect an answer. The visit closes right away."
        />
      </Stack>
    </Radio.Group>
  );
}

function ClosingQuestion({
  question,
  onCancel,
  onConfirm,
}: {
  question: string;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  return (
    <Stack gap="md">
      <Text>{question}</Text>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={onConfirm} data-autofocus>
          Yes
        </Button>
      </Group>
    </Stack>
  );
}
