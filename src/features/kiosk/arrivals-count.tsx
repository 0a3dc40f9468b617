import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { call } from '#shared/api.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useMay } from '#shared/session.ts';
import { StatPill } from '#shared/ui/stat-pill/stat-pill.tsx';

const ArrivalsDrawer = lazy(() => import('./arrivals-drawer.tsx').then((file) => ({ default: file.ArrivalsDrawer })));

/** A kiosk sends what it took without a connection whenever it has one again. */
const againMs = 5 * 60_000;

const plural = (count: number, what: string) => `${count === 1 ? 'arrival' : 'arrivals'} ${what}`;

/** Arrivals at kiosks that fit no visit, or more than one, and those dismissed with forms; nothing where there are none, or for who checks nobody in. */
export function ArrivalsCount({ after }: { after: unknown }) {
  return useMay('move visits.checkedIn') ? <Count after={after} /> : null;
}

function Count({ after }: { after: unknown }) {
  const fetched = useFetched(() => call('kiosk.arrivals', {}));
  const [isOpen, setOpen] = useState(false);
  const { value } = fetched;
  const again = useEffectEvent(() => {
    // Without a connection, and before the first answer, `useFetched` asks when it is time.
    if (value !== null && navigator.onLine) fetched.load();
  });
  useEffect(() => again(), [after]);
  useEffect(() => {
    const timer = setInterval(() => again(), againMs);
    return () => clearInterval(timer);
  }, []);
  const waiting = value?.arrivals.length ?? 0;
  const dismissed = value?.dismissed.length ?? 0;
  const count = waiting || dismissed;
  return (
    <>
      {(count > 0 || isOpen) && (
        <StatPill
          count={count}
          label={waiting > 0 || dismissed === 0 ? plural(count, 'to match') : plural(count, 'dismissed with forms')}
          meaning={waiting > 0 ? 'needs' : 'past'}
          active={isOpen}
          onOpen={() => {
            fetched.load();
            setOpen(true);
          }}
        />
      )}
      <Suspense>{isOpen && <ArrivalsDrawer fetched={fetched} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
