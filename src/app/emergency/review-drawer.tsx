import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { AppError } from '#contract/base/errors.ts';
import type { EmergencyAccess } from '#contract/emergency/endpoints.ts';
import { call, unreachableSentence } from '#shared/api.ts';
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

  async function review({ id }: EmergencyAccess): Promise<void> {
    try {
      await call('emergency.review', { id }, { byCaller: true });
      await load();
    } catch (error) {
      setLoaded({ failed: sentenceOf(error) });
    }
  }

  if (!loaded) return <LoadingSkeleton label="Loading emergency accesses" rows={4} />;
  if ('failed' in loaded) {
    return (
      <ErrorState title="The list could not be shown" onRetry={() => void load()}>
        {loaded.failed}
      </ErrorState>
    );
  }
  if (loaded.accesses.length === 0)
    return <EmptyState title="Nothing to review">Charts opened under emergency access are listed here.</EmptyState>;
  return loaded.accesses.map((access) => (
    <section key={access.id} className={classes.access} aria-label={`Emergency access of ${access.userName}`}>
      <p>
        <strong>{access.userName}</strong>{' '}
        <span className={classes.quiet}>
          {showMoment(new Date(access.startedAt))}
          {access.offline && ', while the server was away'}
        </span>
      </p>
      <p>“{access.reason}”</p>
      <ul>
        {access.charts.map(({ PatientId, name, openedAt }) => (
          <li key={PatientId}>
            {name ?? 'A patient outside your facilities'}{' '}
            <span className={classes.quiet}>opened {showMoment(new Date(openedAt))}</span>
          </li>
        ))}
      </ul>
      {access.UserId === UserId ? (
        <p className={classes.quiet}>Somebody else has to review what you opened yourself.</p>
      ) : (
        <Button variant="default" onClick={() => void review(access)}>
          Reviewed
        </Button>
      )}
    </section>
  ));
}

function sentenceOf(error: unknown): string {
  return error instanceof AppError ? error.message : unreachableSentence;
}
