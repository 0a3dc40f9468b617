import { showDate, showTime } from '#contract/base/dates.ts';
import { VisitId, type PatientId } from '#contract/base/ids.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import type { IssueCode } from '#contract/scheduling/issue.ts';
import type { SeriesScope } from '#contract/visits/series-scope.ts';
import { stageNames, type VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { assertStillFree, stoodAgainst } from '#local/reads/clashes.ts';
import { newId } from '#local/store/new-id.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { readVisit } from '#local/reads/visits.ts';
import type { Settles } from '#local/drafts/drafts.ts';
import { toastDone, toastFailure, toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { toldWords } from './notice-words.ts';
import type { BookingFields } from './visit-form.ts';

export function sayWhy(cause: unknown): void {
  toastFailure(cause, 'This could not be saved on this device.');
}

function tell(sentence: string, undo?: () => Promise<unknown>): void {
  if (undo) toastUndo(sentence, undo);
  else toastDone(sentence);
}

export async function bookVisit(
  fields: BookingFields,
  patient: { PatientId: PatientId; name: string },
  accepted: IssueCode[],
  draft?: Settles,
): Promise<void> {
  const id = VisitId.parse(newId());
  const told = await toldWords(patient.PatientId);
  await queueWrite('visits.create', { ...fields, VisitId: id, accepted }, {}, draft);
  tell(`${patient.name} is booked on ${showDate(fields.Start)} at ${showTime(fields.Start)}.${told}`, () =>
    queueWrite('visits.remove', { id, deletionReason: 'Booked by mistake and undone right away' }),
  );
}

type Change = { changes: Partial<Visit>; accepted: IssueCode[]; which: SeriesScope };

/** Undo is offered for one visit: of several, not all may be where they were. */
export async function changeVisit(
  visit: Visit,
  { changes, accepted, which }: Change,
  name: string,
  draft?: Settles,
): Promise<void> {
  const now = (await readVisit(visit.VisitId)) ?? visit;
  const before = Object.fromEntries(Object.keys(changes).map((field) => [field, now[field as keyof Visit]]));
  const scope = which === 'this' ? {} : { which };
  const { VisitId: id, updated_at: lastUpdated } = now;
  const { Start } = { ...now, ...changes };
  const isNews =
    (changes.Start ?? now.Start) !== now.Start || (changes.FacilityId ?? now.FacilityId) !== now.FacilityId;
  const told = isNews ? await toldWords(now.PatientId) : '';
  const stood = stoodAgainst(now);
  await queueWrite('visits.reschedule', { id, changes, lastUpdated, accepted, ...scope }, before, draft);
  const sentence = `${name}: ${which === 'this' ? 'the visit is' : 'the visits are'} changed, ${showDate(Start)} at ${showTime(Start)}.${told}`;
  tell(sentence, which === 'this' ? async () => putBack(id, before, await stood) : undefined);
}

async function putBack(id: VisitId, changes: Partial<Visit>, accepted: IssueCode[]): Promise<void> {
  const now = await readVisit(id);
  if (now) await queueWrite('visits.reschedule', { id, changes, lastUpdated: now.updated_at, accepted });
}

type Move = { destination: VisitStage; CancelReason?: string; LateFee?: number | undefined; which?: SeriesScope };

export async function moveVisit(
  visit: Visit,
  { destination, CancelReason, LateFee, which = 'this' }: Move,
  name: string,
  draft?: Settles,
): Promise<void> {
  const now = (await readVisit(visit.VisitId)) ?? visit;
  if (!takesPlace(now) && takesPlace({ stage: destination })) await assertStillFree(now);
  const stood = takesPlace(now) ? stoodAgainst(now) : [];
  const input = { id: now.VisitId, destination, lastUpdated: now.updated_at };
  const more = {
    ...(CancelReason && { CancelReason }),
    ...(LateFee && { LateFee }),
    ...(which !== 'this' && { which }),
  };
  const back = wayBack[destination];
  const canUndo = which === 'this' && back !== undefined;
  const isNews = takesPlace({ stage: destination }) !== takesPlace(now) && destination !== 'noShow';
  const told = isNews ? await toldWords(now.PatientId) : '';
  await queueWrite('visits.move', { ...input, ...more }, { stage: now.stage }, draft);
  tell(
    `${name}: ${stageNames[destination]}.${told}`,
    canUndo ? async () => moveBack(now.VisitId, back, await stood) : undefined,
  );
}

/** Where undo leads, as the table of moves has it. */
const wayBack: Partial<Record<VisitStage, VisitStage>> = {
  confirmed: 'scheduled',
  checkedIn: 'confirmed',
  cancelled: 'scheduled',
  lateCancel: 'scheduled',
  noShow: 'scheduled',
};

/** With those whom it stood beside before; anybody who took the time since is asked about. */
async function moveBack(id: VisitId, destination: VisitStage, accepted: IssueCode[]): Promise<void> {
  const now = await readVisit(id);
  if (!now) return;
  const beside = accepted.length > 0 && !takesPlace(now) ? { accepted } : {};
  await queueWrite('visits.move', { id, destination, lastUpdated: now.updated_at, ...beside }, { stage: now.stage });
}

export async function removeVisit(visit: Visit, deletionReason: string, name: string, draft?: Settles): Promise<void> {
  const told = takesPlace(visit) ? await toldWords(visit.PatientId) : '';
  const now = (await readVisit(visit.VisitId)) ?? visit;
  const input = { id: visit.VisitId, deletionReason, lastUpdated: now.updated_at };
  await queueWrite('visits.remove', input, {}, draft);
  tell(`The visit of ${name} is deleted.${told}`);
}
