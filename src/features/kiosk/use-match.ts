import { useState } from 'react';
import { wallTimeIn } from '#contract/base/dates.ts';
import type { VisitId } from '#contract/base/ids.ts';
import type { WaitingArrival } from '#contract/kiosk/arrival.ts';
import { zonesOfFacilities } from '#local/reads/arrivals.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useWebsite } from '#shared/session.ts';
import { isDoubtful } from './match-dialog.tsx';
import { isKeptDay, useArrivalVisits } from './use-arrival-visits.ts';

/**
 * `confirmed`: it is their visit, though what they told differs from the chart. Tells what the server, which may know
 * the chart better, asks to have confirmed first.
 */
export type OnMatch = (VisitId: VisitId, confirmed: boolean) => Promise<string | null>;

/** The choice of a visit for an arrival, on its day or on another that staff choose. */
export function useMatch(arrival: WaitingArrival, onMatch: OnMatch) {
  const { TimeZone } = useWebsite();
  const zones = useLiveValue(zonesOfFacilities, []);
  const at = wallTimeIn(zones?.get(arrival.FacilityId) ?? TimeZone, new Date(arrival.at));
  const [picked, setPicked] = useState<string>();
  const day = picked ?? at.slice(0, 10);
  const visits = useArrivalVisits(arrival, day);
  const [chosen, setChosen] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [told, setTold] = useState<string | null>(null);
  const patient = visits.find(({ visit }) => visit.VisitId === chosen)?.patient;

  async function match(confirmed: boolean): Promise<void> {
    const asks = await onMatch(chosen as VisitId, confirmed);
    setTold(asks);
    setAsked(asks !== null);
  }
  async function run(work: () => Promise<unknown>, isReady: boolean): Promise<void> {
    setTried(!isReady);
    if (!isReady || isBusy) return;
    setBusy(true);
    await work();
    setBusy(false);
  }
  return {
    /** When they came, on the clocks of the facility. */
    at,
    visits,
    isBusy,
    isTried,
    setTried,
    run,
    start() {
      if (chosen !== '' && isDoubtful(arrival, patient)) setAsked(true);
      else void run(() => match(false), chosen !== '');
    },
    visit: {
      day,
      visits,
      isHere: isKeptDay(day),
      chosen,
      onDay(next: string) {
        setPicked(next);
        setChosen('');
        setTold(null);
      },
      onChoose(next: string) {
        setChosen(next);
        setTold(null);
      },
      error: isTried && chosen === '' ? 'Choose a visit.' : null,
    },
    dialog: {
      opened: isAsked,
      arrival,
      patient,
      told,
      busy: isBusy,
      onConfirm() {
        setAsked(false);
        void run(() => match(true), true);
      },
      onCancel: () => setAsked(false),
    },
  };
}
