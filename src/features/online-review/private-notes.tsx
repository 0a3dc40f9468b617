import { Button } from '@mantine/core';
import { useState } from 'react';
import { showName, showPhone } from '#contract/base/text.ts';
import type { PrivateNote } from '#contract/online-review/endpoints.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { PatientCell } from '#shared/same-people/patient-cell.tsx';
import { useToldApart } from '#shared/same-people/use-told-apart.ts';
import { useOnline } from '#shared/sync-state.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './online-review.module.css';

/** What patients wrote to the clinic alone instead of a review; unread ones first. */
export function PrivateNotes() {
  const fetched = useFetched(() => call('onlineReview.notes', {}));
  return (
    <section className={classes.part} aria-labelledby="private-notes">
      <h2 id="private-notes">Private notes</h2>
      <FetchedPart of={fetched} what="private notes" rows={3}>
        {({ notes }) => <Notes notes={notes} onRead={() => fetched.load()} />}
      </FetchedPart>
    </section>
  );
}

function Notes({ notes, onRead }: { notes: readonly PrivateNote[]; onRead(): void }) {
  const apart = useToldApart(notes);
  return (
    <DataTable
      label="Private notes, unread ones first"
      rows={notes}
      rowKey={({ OnlineReviewSendId }) => OnlineReviewSendId}
      columns={columnsWith(apart, onRead)}
      empty={
        <EmptyState title="No private notes" compact>
          Send a review link from a visit that has started. Notes to the clinic appear here.
        </EmptyState>
      }
    />
  );
}

function columnsWith(apart: ReadonlyMap<string, string>, onRead: () => void): Column<PrivateNote>[] {
  return [
    { key: 'name', title: 'Patient', cell: (one) => <PatientCell person={one} apart={apart} /> },
    { key: 'note', title: 'Note', cell: ({ note }) => <span className={classes.note}>{note}</span>, width: '45%' },
    {
      key: 'phone',
      title: 'Phone',
      cell: ({ Phone }) =>
        Phone !== null && (
          <a className={classes.phone} href={`tel:${Phone}`}>
            {showPhone(Phone)}
          </a>
        ),
    },
    { key: 'at', title: 'When', cell: ({ at }) => showMoment(new Date(at)), secondary: true },
    { key: 'read', title: 'Read', cell: (one) => <Read of={one} onRead={onRead} /> },
  ];
}

function Read({ of, onRead }: { of: PrivateNote; onRead(): void }) {
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  if (of.readAt !== null) return <>{showMoment(new Date(of.readAt))}</>;

  async function note(): Promise<void> {
    setBusy(true);
    try {
      await call('onlineReview.read', { OnlineReviewSendId: of.OnlineReviewSendId });
      onRead();
    } catch (error) {
      toastFailure(error, 'The note was not marked as read. Try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isBusy}
      disabled={!isOnline}
      aria-label={`Mark as read: ${showName(of)}`}
      onClick={() => void note()}
    >
      Mark as read
    </Button>
  );
}
