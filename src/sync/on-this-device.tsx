import { useEffect, useState } from 'react';
import { isReadyForOutages, outageConditions } from '#contract/sync/ready-for-outages.ts';
import { readSyncedAt } from '#local/store/synced-at.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { useSyncState } from '#shared/sync-state.ts';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { comparedWords, heldParts } from './held-words.ts';
import classes from './on-this-device.module.css';

/** How much of the clinic is on this device, and whether one can work with it when server or network are gone. */
export function OnThisDevice() {
  const state = useSyncState();
  const isStorageKept = useStorageKept(state.hydrated.P0);
  const synced = useLive(readSyncedAt, []);
  const now = useNow();
  // Of this start, or of an earlier one that may be long ago.
  const lastSyncAt = state.lastSyncAt ?? (synced.state === 'ready' ? synced.value : null);
  const facts = { isStorageKept, hydrated: state.hydrated, lastSyncAt, now };
  const isReady = isReadyForOutages(facts);
  const compared = comparedWords(state.compared, (at) => showMoment(new Date(at)));
  return (
    <>
      <section className={classes.section} aria-labelledby="on-this-device">
        <h3 id="on-this-device" className={classes.heading}>
          On this device
        </h3>
        <ul className={classes.parts}>
          {heldParts(state).map(({ name, meaning, text }) => (
            <li key={name} className={classes.part}>
              <span>{name}</span>
              <MeaningBadge meaning={meaning} quiet>
                <span className="tabular">{text}</span>
              </MeaningBadge>
            </li>
          ))}
        </ul>
        <p className={classes.note}>
          {lastSyncAt === null ? 'Not synced yet.' : `Last synced ${showMoment(new Date(lastSyncAt))}.`} {compared}
        </p>
      </section>
      <section className={classes.section} aria-labelledby="ready-for-outages">
        <div className={classes.part}>
          <h3 id="ready-for-outages" className={classes.heading}>
            Ready for outages
          </h3>
          <MeaningBadge meaning={isReady ? 'done' : 'needs'}>{isReady ? 'Ready' : 'Not ready yet'}</MeaningBadge>
        </div>
        <ul className={classes.parts}>
          {outageConditions(facts).map(({ name, isMet, sentence }) => (
            <li key={name} className={classes.condition}>
              <MeaningBadge meaning={isMet ? 'done' : 'needs'} quiet>
                <span className={classes.sentence}>{sentence}</span>
              </MeaningBadge>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Asked again when the mirror is first filled: that is when the browser is asked to keep it. */
function useStorageKept(isFilled: boolean): boolean | null {
  const [isKept, setKept] = useState<boolean | null>(null);
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const kept = (await navigator.storage?.persisted?.().catch(() => null)) ?? null;
      if (!isGone) setKept(kept);
    };
    void look();
    const again = setInterval(() => void look(), 5_000);
    return () => {
      isGone = true;
      clearInterval(again);
    };
  }, [isFilled]);
  return isKept;
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
