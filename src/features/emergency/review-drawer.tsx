import { Button, Textarea } from '@mantine/core';
import { useCallback, useEffect, useState, type FormEvent } from 'react';
import { AppError } from '#contract/base/errors.ts';
import type { EmergencyAccess } from '#contract/emergency/endpoints.ts';
import { call, unreachableSentence } from '#shared/api.ts';
import { useDraftAlone } from '#shared/autosave/draft-scope.tsx';
import { showMoment } from '#shared/format/clock.ts';
import { useCurrentUser } from '#shared/session.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import classes from './emergency.module.css';

/** What was opened under emergency access and nobody has reviewed yet; for who manages users. */
export function EmergencyReviewDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <SideDrawer opened={opened} onClose={onClose} title="Emergency access to review" size={560}>
      {opened && <Accesses />}
    </SideDrawer>
  );
}

type Loaded = { accesses: EmergencyAccess[] } | { failed: string } | null;

function Accesses() {
  const { UserId } = useCurrentUser();
  const [loaded, setLoaded] = useState<Loaded>(null);
  const load = useCallback(
    () =>
      call('emergency.list', {}, { byCaller: true }).then(setLoaded, (error) =>
        setLoaded({ failed: sentenceOf(error) }),
      ),
    [],
  );
  useEffect(() => void load(), [load]);

  if (!loaded) return <LoadingSkeleton label="Loading emergency accesses" rows={4} />;
  if ('failed' in loaded) {
    return (
      <ErrorState title="The list could not be shown" onRetry={() => void load()}>
        {loaded.failed}
      </ErrorState>
    );
  }
  if (loaded.accesses.length === 0)
    return <EmptyState title="Nothing to review">The list shows charts opened under emergency access.</EmptyState>;
  return loaded.accesses.map((access) => (
    <section key={access.id} className={classes.access} aria-label={`Emergency access of ${access.userName}`}>
      <p>
        <strong>{access.userName}</strong>{' '}
        <span className={classes.quiet}>
          {showMoment(new Date(access.startedAt))}
          {access.until !== null && ` to ${showMoment(new Date(access.until))}`}
          {access.offline && ', while the server was offline'}
        </span>
      </p>
      <p>“{access.reason}”</p>
      {access.charts.some(({ afterReview }) => afterReview) && (
        <p>
          <strong>Charts were added after the review:</strong> a device opened them offline. Review these as well.
        </p>
      )}
      {access.charts.length === 0 && <p className={classes.quiet}>No chart was opened.</p>}
      <ul>
        {access.charts.map(({ PatientId, name, openedAt, afterReview }) => (
          <li key={PatientId}>
            {name ?? 'A patient outside your facilities'}{' '}
            <span className={classes.quiet}>opened {showMoment(new Date(openedAt))}</span>
            {afterReview && ' (added after the review)'}
          </li>
        ))}
      </ul>
      {access.listed > 0 && (
        <p className={classes.quiet}>
          Lists and downloads included {access.listed} more {access.listed === 1 ? 'patient' : 'patients'}. The audit
          log names them.
        </p>
      )}
      <Closing access={access} isOwn={access.UserId === UserId} onChanged={() => void load()} />
    </section>
  ));
}

type ClosingProps = { access: EmergencyAccess; isOwn: boolean; onChanged: () => void };

/** One that lasts is ended first; one that is over is closed with a note. */
function Closing({ access: { id, isOver }, isOwn, onChanged }: ClosingProps) {
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const drop = useDraftAlone(`form:review:${id}`, {
    values: { note },
    isDirty: note !== '',
    fill: (left) => setNote(left.note),
  });
  async function run(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setError(null);
    await work().then(onChanged, (failure: unknown) => setError(sentenceOf(failure)));
    setBusy(false);
  }
  function close(event: FormEvent): void {
    event.preventDefault();
    if (note.trim() === '') return setError('Enter what you found.');
    void run(() => call('emergency.review', { id, note }, { byCaller: true }).then(drop));
  }
  if (!isOver)
    return (
      <>
        <Button variant="default" loading={isBusy} onClick={() => void run(() => end(id))}>
          End access now
        </Button>
        {error !== null && <p role="alert">{error}</p>}
      </>
    );
  if (isOwn) return <p className={classes.quiet}>Another administrator must review your own emergency access.</p>;
  return (
    <form onSubmit={close} noValidate>
      <Textarea
        label="Note"
        description="Was it needed, and what happens next? You can’t change this later."
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={(event) => {
          setNote(event.currentTarget.value);
          setError(null);
        }}
        error={error}
        mb={8}
      />
      <Button type="submit" variant="default" loading={isBusy}>
        Close with this note
      </Button>
    </form>
  );
}

function end(id: EmergencyAccess['id']): Promise<unknown> {
  return call('emergencyGrants.end', { id }, { byCaller: true });
}

function sentenceOf(error: unknown): string {
  return error instanceof AppError ? error.message : unreachableSentence;
}
