import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { showDate, showTime } from '#contract/base/dates.ts';
import { holds } from '#contract/base/permissions.ts';
import type { PatientId, VisitId } from '#contract/base/ids.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readVisitLine } from '#local/reads/visits.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { useCurrentUser } from '#shared/session.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard } from '#shared/ui/side-drawer/use-discard.tsx';
import { VisitBook, type NewFor } from './visit-book.tsx';
import type { Slot } from './visit-form.ts';
import { changeable, VisitOpen } from './visit-open.tsx';
import { useWholeChart } from './use-whole-chart.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** The visit to look at and change. */
  visit?: VisitId | undefined;
  /** Or the free time to book. */
  slot?: Slot | undefined;
  /** Whom it is for, where a chart says so. */
  PatientId?: PatientId;
  /** One like it is booked there. */
  like?: Visit | undefined;
  onCopy?: (visit: Visit) => void;
  /** What happened to a visit, as the chart shows it. */
  history: (VisitId: VisitId) => ReactNode;
  onOpenChart?: ((visit: Visit) => void) | undefined;
  /** Books more visits of the same case. */
  onSeries?: ((of: Visit) => void) | undefined;
  /** The free time is for a meeting or a block instead. */
  onBlock?: (slot: Slot) => void;
  /** Offers a free time to the waitlist. */
  onFill?: ((slot: Slot) => void) | undefined;
  /** The form of a patient, or of a case of theirs, who is not here yet. */
  newFor?: NewFor;
};

const formId = 'visit-drawer-form';

/** Books a visit or sees to one: works without the network, and asks before anything typed is lost. */
export function VisitDrawer({
  opened,
  onClose,
  visit: id,
  slot,
  PatientId: of,
  like,
  onCopy,
  history,
  onOpenChart,
  onSeries,
  onBlock,
  onFill,
  newFor,
}: Props) {
  const { can } = useCurrentUser();
  const [isCovered, setCovered] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const line = useLive(async () => (id && opened ? ((await readVisitLine(id)) ?? null) : null), [id, opened]);
  const { leave, question } = useDiscard(isDirty, onClose);
  const visit = line.state === 'ready' ? line.value?.visit : undefined;
  useWholeChart(visit?.PatientId ?? null);
  const canChange = holds(can, 'schedule visits') && (id === undefined || (visit && changeable.includes(visit.stage)));
  return (
    <>
      <SideDrawer
        opened={opened}
        onClose={leave}
        isDirty={isDirty}
        isCovered={isCovered}
        title={titleOf(visit)}
        size={520}
        footer={
          <>
            {onFill && slot && id === undefined && canChange && !isDirty && (
              <Button variant="default" onClick={() => onFill(slot)}>
                Offer to the waitlist
              </Button>
            )}
            <Button variant="default" onClick={leave}>
              {id === undefined && canChange ? 'Cancel' : 'Close'}
            </Button>
            {canChange && (
              <Button
                type="submit"
                form={formId}
                loading={isBusy}
                // Until something is changed, the next step of the visit is the one filled button.
                variant={id === undefined || isDirty ? 'filled' : 'default'}
              >
                {id === undefined ? 'Book visit' : 'Save changes'}
              </Button>
            )}
          </>
        }
      >
        {opened && id === undefined && slot && (
          <VisitBook
            key={`${slot.ProviderId} ${slot.Start} ${like?.VisitId}`}
            {...{ slot, like, formId }}
            PatientId={of}
            onBlock={isDirty ? undefined : onBlock}
            newFor={newFor}
            onCovered={setCovered}
            onDirty={setDirty}
            onBusy={setBusy}
            onDone={onClose}
          />
        )}
        {opened && id !== undefined && line.state === 'loading' && (
          <LoadingSkeleton label="Loading the visit" rows={8} />
        )}
        {opened && id !== undefined && line.state === 'failed' && (
          <ErrorState title="The visit could not be loaded">Close this and open it again.</ErrorState>
        )}
        {opened && id !== undefined && line.state === 'ready' && !line.value && (
          <EmptyState title="This visit is not on this device">
            It was deleted, or its day is not on this device.
          </EmptyState>
        )}
        {opened && line.state === 'ready' && line.value && (
          <VisitOpen
            key={line.value.visit.VisitId}
            visit={line.value.visit}
            patient={line.value.patient}
            formId={formId}
            history={history(line.value.visit.VisitId)}
            onOpenChart={onOpenChart}
            // They lead elsewhere: not while something typed here would be lost.
            onSeries={isDirty ? undefined : onSeries}
            onFill={isDirty ? undefined : onFill}
            onCopy={isDirty ? undefined : onCopy}
            onDirty={setDirty}
            onDone={onClose}
          />
        )}
      </SideDrawer>
      {question}
    </>
  );
}

function titleOf(visit: Visit | undefined): string {
  if (!visit) return 'New visit';
  return `${visit.VisitTypeName}, ${showDate(visit.Start)} ${showTime(visit.Start)}`;
}
