import { Button } from '@mantine/core';
import { useState } from 'react';
import { addDays, showDate } from '#contract/base/dates.ts';
import { AppError } from '#contract/base/errors.ts';
import { closingRefusal } from '#contract/billing/closed-period.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { useDraftAlone } from '#shared/autosave/draft-scope.tsx';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useOnline } from '#shared/sync-state.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import part from '#shared/ui/part/part.module.css';
import classes from './settings.module.css';

type Closed = { closedBillingPeriodEnd: string | null };

/** Through which day billing is closed, and closing or opening it. */
export function ClosedPeriod() {
  const fetched = useFetched<Closed>(() => call('settings.closedPeriod', {}));
  return (
    <section aria-labelledby="closed-period">
      <h2 id="closed-period" className={part.heading}>
        Closed billing period
      </h2>
      <FetchedPart of={fetched} what="closed days" rows={1}>
        {({ closedBillingPeriodEnd }) => (
          <Closing end={closedBillingPeriodEnd} onClosed={fetched.put} reload={fetched.load} />
        )}
      </FetchedPart>
    </section>
  );
}

/** The day that was chosen, and the last closed one then. */
type Draft = { day: string | null; seen?: string | null };
type ClosingProps = { end: string | null; onClosed: (closed: Closed) => void; reload: () => void };

function Closing({ end, onClosed, reload }: ClosingProps) {
  const today = useClinicToday();
  const isOnline = useOnline();
  /** Undefined while nothing is typed. */
  const [typed, setTyped] = useState<string | null>();
  const chosen = typed === undefined ? end : typed;
  /** How often the day changed in another way than by typing: the field shows it anew. */
  const [fills, setFills] = useState(0);
  const [isRefused, setRefused] = useState(false);
  /** What the server says of the day that stays typed. */
  const [problem, setProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ to: string | null } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const refusal = closingRefusal(chosen, today);
  const words = wordsOf(asked?.to ?? null, end);
  const drop = useDraftAlone<Draft>(unsavedKey.at('closedPeriod', '/company/settings'), {
    values: { day: chosen, seen: end },
    isDirty: chosen !== end,
    fill: ({ day, seen }) => {
      // It was chosen while another day was the last closed one: now it could open days again.
      if (seen !== end) return;
      setTyped(day);
      setFills((count) => count + 1);
    },
  });

  async function close(to: string | null): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const base = { closedBillingPeriodEnd: end };
      const closed = await call('settings.setClosedPeriod', { closedBillingPeriodEnd: to, base });
      drop();
      onClosed(closed);
      setTyped(undefined);
      setRefused(false);
      setFills((count) => count + 1);
      toastDone(to === null ? 'Billing is open.' : `Billing is closed through ${showDate(to)}.`);
    } catch (error) {
      if (to !== null && error instanceof AppError) setProblem(error.message);
      toastFailure(error, 'That did not work. Nothing was changed. Try again.');
      reload();
    } finally {
      setBusy(false);
      setAsked(null);
    }
  }

  return (
    <>
      <p className={classes.help}>
        {end === null
          ? 'No period is closed.'
          : `Closed through ${showDate(end)}. Nothing can be posted, charged or claimed for these days.`}
      </p>
      <div className={`${classes.controls} ${classes.labelled}`}>
        <DateField
          key={fills}
          label="Closed through"
          value={chosen}
          disabled={!isOnline}
          onChange={(date) => {
            setTyped(date);
            setRefused(false);
            setProblem(null);
          }}
          onRefused={() => {
            setRefused(true);
            setProblem(null);
          }}
          error={isRefused ? null : (problem ?? refusal)}
        />
        <Button
          disabled={!isOnline || chosen === null || chosen === end || isRefused || refusal !== null}
          onClick={() => setAsked({ to: chosen })}
        >
          Close…
        </Button>
        {end !== null && (
          <Button variant="default" disabled={!isOnline} onClick={() => setAsked({ to: null })}>
            Open all days…
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asked !== null}
        title={words.title}
        confirmLabel={words.confirm}
        busy={isBusy}
        onConfirm={() => asked && void close(asked.to)}
        onCancel={() => setAsked(null)}
      >
        {words.text}
      </ConfirmDialog>
    </>
  );
}

/** What the dialog asks: an earlier day than the one now opens those between. */
function wordsOf(to: string | null, end: string | null): { title: string; confirm: string; text: string } {
  if (to !== null && (end === null || to > end))
    return {
      title: `Close period through ${showDate(to)}?`,
      confirm: 'Close period',
      text: 'Charges and claims of these days can’t change, and nothing can be posted to them. This applies to everyone at this site.',
    };
  const text = 'Closed days can change again, and so can their reports.';
  if (to === null || end === null) return { title: 'Open all days?', confirm: 'Open all days', text };
  return {
    title: `Open the days after ${showDate(to)}?`,
    confirm: 'Open these days',
    text: `The days from ${showDate(addDays(to, 1))} through ${showDate(end)} open. They can change again, and so can their reports.`,
  };
}
