import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import { isRealDate } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import { placesOfService, type PlaceOfService } from '#contract/facilities/place-of-service.ts';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { stageNames, type VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { CallCounts } from '#local/reads/visits.ts';
import { stageLooks } from '#shared/ui/meaning/stage-badge.tsx';
import type { GridEvent, GridLook, Span } from './grid/grid-types.ts';
import { minuteOf } from './grid/words.ts';
import type { Named } from './schedule-rows.ts';

const looks: Record<VisitStage, GridLook> = {
  scheduled: 'planned',
  confirmed: 'sure',
  checkedIn: 'here',
  inProgress: 'here',
  review: 'needs',
  billing: 'needs',
  submitted: 'past',
  closed: 'past',
  cancelled: 'away',
  lateCancel: 'away',
  noShow: 'missed',
};

/** What has begun stays where it was. */
const movable: readonly VisitStage[] = ['scheduled', 'confirmed'];
const midnight = 24 * 60;

export function visitEvent(
  visit: Visit,
  patient: Named | undefined,
  calls: CallCounts | undefined,
  mayMove: boolean,
): GridEvent | null {
  const span = spanOf(visit);
  if (!span) return null;
  const alerts = visitWarnings(visit, patient);
  const sent = calls ? (calls.parked > 0 ? 'needs attention' : 'waiting to be sent') : '';
  const counted = alerts.length > 0 ? (alerts.length === 1 ? '1 alert' : `${alerts.length} alerts`) : '';
  return {
    ...span,
    id: visit.VisitId,
    title: patient ? showName(patient) : 'Name not on this device yet',
    apart: patient?.apart ?? '',
    apartShort: patient?.apartShort ?? '',
    detail: [visit.VisitTypeName, placeWord(visit.PlaceOfService)].filter(Boolean).join(' · '),
    look: looks[visit.stage],
    icon: stageLooks[visit.stage].icon,
    word: stageNames[visit.stage],
    more: [...alerts, sent].filter(Boolean).join(', '),
    mark: sent || counted,
    isFixed: !mayMove || !movable.includes(visit.stage),
  };
}

export function blockEvent(block: NonPatientVisit, mayMove: boolean): GridEvent | null {
  const span = spanOf(block);
  if (!span) return null;
  return {
    ...span,
    id: block.NonPatientVisitId,
    title: block.Title ?? block.VisitTypeName,
    apart: '',
    apartShort: '',
    detail: block.Title ? `${block.VisitTypeName} · no patients` : 'no patients',
    look: 'block',
    icon: IconUsersGroup,
    word: '',
    more: '',
    mark: '',
    isFixed: !mayMove,
  };
}

const askWords = {
  cannotCome: 'Can’t come',
  anotherTime: 'Asks for another time',
  bookedOnline: 'Booked online, to confirm',
} as const;

/** What somebody should know before this visit. */
export function visitWarnings(visit: Visit, patient: Named | undefined): string[] {
  const isBefore = movable.includes(visit.stage) || visit.stage === 'checkedIn';
  return [
    ...(isBefore && visit.PatientAsk ? [askWords[visit.PatientAsk.What]] : []),
    ...(isBefore && visit.intakeConflict.length > 0 ? ['Intake conflict'] : []),
    ...(isBefore && visit.intakeIncomplete ? ['Intake incomplete'] : []),
    ...(patient?.alerts ?? []),
  ];
}

/** Minutes on the day it starts, or null for times that make no sense: such a row is named instead of drawn. */
export function spanOf({ Start, End }: { Start: string; End: string }): Span | null {
  if (!isRealDate(Start.slice(0, 10)) || !isRealDate(End.slice(0, 10)) || End <= Start) return null;
  const start = minuteOf(Start);
  const end = End.slice(0, 10) === Start.slice(0, 10) ? minuteOf(End) : midnight;
  return Number.isFinite(start) && Number.isFinite(end) && end > start ? { start, end } : null;
}

/** Only what is not the clinic itself is said. */
function placeWord(place: PlaceOfService): string {
  if (place === '11') return '';
  return placesOfService[place].split(' - ')[0] ?? '';
}
