import { cellOf } from '#contract/documentation/field-keys.ts';
import type { QueueableName } from '#contract/queued-endpoints.ts';
import { allRecords, recordCall } from '#contract/records.ts';
import { callNameOf, type RecordCallName } from '#contract/kept-rows.ts';
import type { Fields } from '#contract/record/fields.ts';
import type { WaitingCall } from './calls.ts';
import { recordIn } from './record-in.ts';

const booking = ['visits.create', 'visits.createSeries'] as const;
/** Whatever of it a signature freezes. */
const care = [
  'cases.createPlanOfCare',
  'cases.updatePlanOfCare',
  'cases.createGoal',
  'cases.updateGoal',
  'outcomes.record',
] as const satisfies QueueableName[];
const rebooking = [...booking, 'scheduling.createCustomDays'] as const;

/**
 * What a call takes for granted. A signature whose text was refused would sign something else than its
 * writer saw, and a claim would bill it; what was not made can neither be changed nor named, nor have anything
 * added; visits to come are deleted for good because their case has ended; and what was decided of the bookings outside of new hours is
 * done for those hours alone. Calls with an empty list stand for themselves; those of records follow from their fields.
 */
const callDependencies: Record<CommandName, readonly QueueableName[]> = {
  'session.savePreferences': [],
  'session.recordPrint': [],
  'patients.create': ['addressBook.createPayer'],
  'patients.update': ['patients.create'],
  'cases.create': ['patients.create', 'addressBook.createReferringProvider'],
  'cases.update': ['cases.create', 'addressBook.createReferringProvider'],
  'cases.discharge': ['cases.create'],
  'cases.remove': ['cases.create'],
  'cases.stampPlan': ['cases.createPlanOfCare', 'cases.updatePlanOfCare', 'cases.stampPlan'],
  'visits.create': ['cases.create'],
  'visits.createSeries': ['cases.create'],
  'visits.removeFuture': ['cases.create', 'cases.discharge'],
  'visits.reschedule': rebooking,
  'visits.move': rebooking,
  'visits.remove': booking,
  'visits.resolveIntake': booking,
  'documentation.create': ['cases.create', 'documentation.create', 'documentation.sign'],
  'documentation.remove': ['documentation.create'],
  'documentation.save': [...booking, 'documentation.create', 'documentation.saveMeasures', 'cases.createGoal'],
  'documentation.saveMeasures': ['cases.create', 'measures.createEvalMeasurement'],
  'charges.save': booking,
  'flowsheet.save': [...booking, 'flowsheet.createCaseExercise'],
  'outcomes.record': [...booking, 'cases.create', 'documentation.create'],
  'scheduling.createCustomDays': [],
  'scheduling.saveNonPatientVisit': [],
  'scheduling.removeNonPatientVisit': [],
  'scheduling.saveVisitRequest': ['cases.create'],
  'scheduling.withdrawVisitRequest': ['scheduling.saveVisitRequest'],
  'documentation.sign': ['documentation.create', 'documentation.save', 'charges.save', 'flowsheet.save', ...care],
  'documentation.cosign': ['documentation.sign', 'charges.save', 'flowsheet.save', ...care],
  'billing.submitClaim': [
    'documentation.save',
    'charges.save',
    'flowsheet.save',
    'documentation.sign',
    'documentation.cosign',
  ],
  'emergency.record': [],
  'sync.recordDiscard': [],
};
type CommandName = Exclude<QueueableName, RecordCallName>;

/** By which call there is a row of an entity. */
const makers = new Map<string, QueueableName>([
  ['patients', 'patients.create'],
  ['cases', 'cases.create'],
  ['caseEvalMeasurements', 'documentation.saveMeasures'],
  ...allRecords.map((of) => [of.entity, callNameOf(of, 'create')] as const),
]);

/** A record is changed and removed where it was added, and added to what was made; what it names was made too. */
function groundOf(name: QueueableName): readonly QueueableName[] {
  const call = recordCall(name);
  if (!call) return callDependencies[name as CommandName];
  const { of, verb } = call;
  const own = verb === 'create' ? (of.parent?.entity ?? '') : of.entity;
  return [own, ...refsOf(of.fields)].flatMap((entity) => makers.get(entity) ?? []);
}

/** The entities whose rows some fields name, and those of their parts. */
function refsOf(fields: Fields): string[] {
  return Object.values(fields).flatMap(({ kind }) =>
    kind.is === 'parts' ? refsOf(kind.fields) : 'to' in kind ? [kind.to] : [],
  );
}

type Call = Pick<WaitingCall, 'mid' | 'name' | 'input' | 'deps'> & Partial<Pick<WaitingCall, 'base'>>;

/** Whether a call must not be run unless an earlier one of the same record was. */
export function dependsOn(call: Call, earlier: Call): boolean {
  if (earlier.mid >= call.mid || !groundOf(call.name).includes(earlier.name)) return false;
  // Whoever is taken off the list has to be on it, whatever becomes of a change of what they wait for.
  if (earlier.name === 'scheduling.saveVisitRequest' && Object.keys(earlier.base ?? {}).length > 0) return false;
  // A value is of a measure that the case has, and a status of a goal that was made; text is not.
  if (earlier.name === 'documentation.saveMeasures') return saysOf(call.input, addedMeasures(earlier.input));
  if (earlier.name === 'cases.createGoal' && call.name === 'documentation.save')
    return saysOf(call.input, new Set([recordIn(earlier.input)]));
  const named = [...idsIn(call.input), ...(call.deps ?? []), ...careSeenBy(call)];
  return recordsOf(earlier.input).some((record) => typeof record === 'string' && named.includes(record));
}

function addedMeasures({ add }: { add?: unknown }): Set<unknown> {
  return new Set(objectsIn(add).map(({ CaseEvalMeasurementId }) => CaseEvalMeasurementId));
}

/** Whether a save of a note says anything of one of these rows, or a goal is judged by one. */
function saysOf(input: { changes?: unknown }, rows: ReadonlySet<unknown>): boolean {
  const isSaid = Object.keys(input.changes ?? {}).some((field) => rows.has(cellOf(field)?.id));
  const goal: Record<string, unknown> = { ...input, ...asObject(input.changes) };
  return isSaid || rows.has(goal['CaseEvalMeasurementId']);
}

/** The goals and plans of care that its signer saw. */
function careSeenBy({ name, base = {} }: Call): string[] {
  const isSignature = name === 'documentation.sign' || name === 'documentation.cosign';
  return isSignature ? Object.keys({ ...asObject(base['goals']), ...asObject(base['plans']) }) : [];
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** The records a call writes, and the note that a plan of care is written in. */
function recordsOf(input: object): unknown[] {
  const { customDayProviderSchedules: days, visits, changes, ...own }: Record<string, unknown> = { ...input };
  const written: { WrittenInNoteId?: unknown } = { ...own, ...asObject(changes) };
  return [
    recordIn(input),
    written.WrittenInNoteId,
    ...objectsIn(visits).map(({ VisitId }) => VisitId),
    ...objectsIn(days).map(({ CustomDayId }) => CustomDayId),
  ];
}

/** The record a call is about, those it belongs to and those it names, among all else that it says. */
function idsIn(said: unknown): string[] {
  if (typeof said === 'string') return [said];
  return typeof said === 'object' && said !== null ? Object.values(said).flatMap(idsIn) : [];
}

function objectsIn(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : [];
}

/** A parked call with those that were held back because of it, in order. */
export type ParkedGroup<C> = { first: C; held: C[] };

/** Why a call was held back without being sent; the tray knows such calls by it. */
export const heldBackReason =
  'It depends on an earlier change that was not accepted. Decide on that one first, then try this one again.';

/**
 * Parked calls by what has to be decided first. A call held back by one that is decided by now stands for
 * itself again.
 */
export function parkedGroups<C extends Call>(parked: readonly C[]): ParkedGroup<C>[] {
  const groups: ParkedGroup<C>[] = [];
  for (const call of parked) {
    const owner = groups.find(({ first, held }) => [first, ...held].some((earlier) => dependsOn(call, earlier)));
    if (owner) owner.held.push(call);
    else groups.push({ first: call, held: [] });
  }
  return groups;
}
