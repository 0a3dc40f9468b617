import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { wallTimeIn } from '#contract/base/dates.ts';
import { waitMark, waitWords } from '#contract/visits/wait-mark.ts';
import { arrivalsOf, zonesOfFacilities } from '#local/reads/arrivals.ts';
import type { VisitLine } from '#local/reads/visits.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useClinicNow } from '#shared/hooks/use-clinic-now.ts';
import { ToldApart } from '#shared/same-people/told-apart.tsx';
import { useWebsite } from '#shared/session.ts';
import type { CardMark } from './visit-card.tsx';

type Props = {
  lines: readonly VisitLine[];
  onMarks: (marks: ReadonlyMap<string, CardMark>) => void;
  onApart: (apart: ReadonlyMap<string, string>) => void;
};

/** Watches the clock for the whole board, and says which cards are late, waiting or never came. */
export function WaitClock({ lines, onMarks, onApart }: Props) {
  const { TimeZone } = useWebsite();
  // Draws anew with the minute.
  const minute = useClinicNow();
  const checkedIn = lines.filter(({ visit }) => visit.stage === 'checkedIn').map(({ visit }) => visit.VisitId);
  const arrivals = useLiveValue(() => arrivalsOf(checkedIn), [checkedIn.join()]);
  const zones = useLiveValue(zonesOfFacilities, []);
  const told = useRef('');
  const tell = useEffectEvent(() => {
    if (!arrivals || !zones) return;
    const now = new Date();
    const here = (at: string | undefined, zone: string) => (at === undefined ? null : wallTimeIn(zone, new Date(at)));
    const marks = new Map<string, CardMark>();
    for (const { visit } of lines) {
      const zone = zones.get(visit.FacilityId) ?? TimeZone;
      const mark = waitMark(visit, here(arrivals.get(visit.VisitId), zone), wallTimeIn(zone, now));
      if (mark) marks.set(visit.VisitId, { word: waitWords(mark), isPressing: mark.kind !== 'waiting' || mark.isLong });
    }
    const words = JSON.stringify([...marks]);
    if (words === told.current) return;
    told.current = words;
    onMarks(marks);
  });
  useEffect(() => tell(), [minute, lines, arrivals, zones]);
  const people = useMemo(() => lines.map(({ patient }) => patient), [lines]);
  return (
    <ToldApart
      people={people}
      onApart={(apart) => onApart(new Map([...apart].map(([PatientId, { whole }]) => [PatientId, whole])))}
    />
  );
}
