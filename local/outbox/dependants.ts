import type { QueueableName } from '#contract/queued-endpoints.ts';
import type { ParentName } from '#contract/record/record.ts';
import { callNameOf, recordCall } from '#contract/records.ts';
import type { WaitingCall } from './calls.ts';
import { recordIn } from './record-in.ts';

const booking = ['visits.create', 'visits.createSeries'] as const;
const rebooking = [...booking, 'scheduling.createCustomDays'] as const;

/**
 * What a call takes for granted. A signature whose text was refused would sign something else than its
 * writer saw, and a claim would bill it; a patient, a case or a visit that was not made can neither be changed nor
 * have anything added; visits to come are deleted for good because their case has ended; and what was decided of the bookings outside of new hours is
 * done for those hours alone. All other calls stand for themselves.
 */
const callDependencies: Partial<Record<QueueableName, readonly QueueableName[]>> = {
  'patients.update': ['patients.create'],
  'cases.create': ['patients.create'],
  'cases.update': ['cases.create'],
  'cases.discharge': ['cases.create'],
  'cases.remove': ['cases.create'],
  'visits.create': ['cases.create'],
  'visits.createSeries': ['cases.create'],
  'visits.removeFuture': ['cases.create', 'cases.discharge'],
  'visits.reschedule': rebooking,
  'visits.move': rebooking,
  'visits.remove': booking,
  'visits.resolveIntake': booking,
  'documentation.save': booking,
  'charges.save': booking,
  'scheduling.saveVisitRequest': ['cases.create'],
  'scheduling.withdrawVisitRequest': ['scheduling.saveVisitRequest'],
  'documentation.sign': ['documentation.save', 'charges.save'],
  'documentation.cosign': ['documentation.sign', 'charges.save'],
  'billing.submitClaim': ['documentation.save', 'charges.save', 'documentation.sign', 'documentation.cosign'],
};

const makes: Record<ParentName, QueueableName> = { patient: 'patients.create', case: 'cases.create' };

/** A record is changed and removed where it was added, and added to what was made. */
function groundOf(name: QueueableName): readonly QueueableName[] {
  const call = recordCall(name);
  if (!call) return callDependencies[name] ?? [];
  const { of, verb } = call;
  if (verb !== 'create') return [callNameOf(of, 'create')];
  return of.parent ? [makes[of.parent.name]] : [];
}

type Call = Pick<WaitingCall, 'mid' | 'name' | 'input' | 'deps'> & Partial<Pick<WaitingCall, 'base'>>;

/** Whether a call must not be run unless an earlier one of the same record was. */
export function dependsOn(call: Call, earlier: Call): boolean {
  if (earlier.mid >= call.mid || !groundOf(call.name).includes(earlier.name)) return false;
  // Whoever is taken off the list has to be on it, whatever becomes of a change of what they wait for.
  if (earlier.name === 'scheduling.saveVisitRequest' && Object.keys(earlier.base ?? {}).length > 0) return false;
  const named = [...namedIn(call.input), ...(call.deps ?? [])];
  return recordsOf(earlier.input).some((record) => typeof record === 'string' && named.includes(record));
}

/** The records a call writes. */
function recordsOf(input: object): unknown[] {
  const { customDayProviderSchedules: days }: { customDayProviderSchedules?: unknown } = input;
  return [
    recordIn(input),
    ...visitsIn(input).map(({ VisitId }) => VisitId),
    ...objectsIn(days).map(({ CustomDayId }) => CustomDayId),
  ];
}

/** The record a call is about, and those it belongs to. */
function namedIn(input: object): unknown[] {
  const { PatientId, CaseId }: { PatientId?: unknown; CaseId?: unknown } = input;
  return [recordIn(input), PatientId, CaseId, ...visitsIn(input).map((visit) => visit.CaseId)];
}

/** The visits of a series that a call books. */
function visitsIn(input: object): Record<string, unknown>[] {
  const { visits }: { visits?: unknown } = input;
  return objectsIn(visits);
}

function objectsIn(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : [];
}

/** A parked call with those that were held back because of it, in order. */
export type ParkedGroup<C> = { first: C; held: C[] };

/** Why a call was held back without being sent; the tray knows such calls by it. */
export const heldBackReason =
  'It builds on an earlier change that was not taken. Decide on that one first, then try this one again.';

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
