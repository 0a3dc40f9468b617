import { useLiveQuery } from 'dexie-react-hooks';
import { parkedCalls, waitingCalls } from '#local/outbox.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useSyncState } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { CallLine } from './call-line.tsx';
import { FormerChanges } from './former-changes.tsx';
import { ParkedCall } from './parked-call.tsx';
import classes from './sync-drawer.module.css';
import { syncWords } from './sync-words.ts';

/** Every change the server does not have yet: what it is, since when, and what stands in its way. */
export function SyncDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <SideDrawer opened={opened} onClose={onClose} title="Changes of this device" size={460}>
      {opened && (
        <>
          <FormerChanges />
          <Changes />
        </>
      )}
    </SideDrawer>
  );
}

function Changes() {
  const state = useSyncState();
  const parked = useLiveQuery(() => parkedCalls(), []);
  const waiting = useLiveQuery(() => waitingCalls(), []);
  const { explained } = syncWords(state);
  if (!parked || !waiting) return null;
  if (parked.length === 0 && waiting.length === 0) {
    return (
      <EmptyState title="Nothing is waiting">
        {explained} {state.lastSyncAt && `Last exchange ${showMoment(new Date(state.lastSyncAt))}.`}
      </EmptyState>
    );
  }
  return (
    <>
      <p className={classes.explained}>{explained}</p>
      {parked.length > 0 && (
        <section>
          <h3 className={classes.heading}>Needs attention</h3>
          <ul className={classes.list}>
            {parked.map((call) => (
              <ParkedCall key={call.mid} call={call} />
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && (
        <section>
          <h3 className={classes.heading}>Waiting</h3>
          <ul className={classes.list}>
            {waiting.map((call) => (
              <li key={call.mid} className={classes.call}>
                <CallLine call={call} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
