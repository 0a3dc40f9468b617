import { HoverCard } from './hover-card.tsx';
import type { ScheduleRows } from './schedule-rows.ts';
import type { Pointed } from './use-point.ts';

type Props = { pointed: Pointed | null; rows: ScheduleRows; onEnter: () => void; onLeave: () => void };

/** The card of the visit that the mouse or the keys rest on; blocks have none. */
export function VisitCard({ pointed, rows, onEnter, onLeave }: Props) {
  const visit = pointed && rows.visits.find(({ VisitId }) => VisitId === pointed.id);
  if (!visit) return null;
  const apart = rows.patients.get(visit.PatientId)?.apart;
  return <HoverCard key={pointed.id} pointed={pointed} apart={apart} onEnter={onEnter} onLeave={onLeave} />;
}
