import { addDays } from '#contract/base/dates.ts';
import { isNpi } from '#contract/base/npi.ts';
import { isAssistant, type Provider } from '#contract/providers/provider.ts';
import type { ScheduleBlock } from '#contract/providers/provider-fields.ts';

/** A time off as it is typed: whole days, both included. */
export type TypedTimeOff = { first: string | null; last: string | null; Reason: string };
export type TypedLicence = { state: string | null; number: string };
export type TypedNotes = { PayerId: string | null; NotesPermission: Provider['NotesPermission'] };

/** What is typed of a provider record. */
export type ProviderValues = {
  Type: Provider['Type'];
  NationalProviderId: string;
  LicenseNumber: string;
  licences: TypedLicence[];
  SupervisorProviderId: string | null;
  Schedule: ScheduleBlock[][];
  NotesPermission: Provider['NotesPermission'];
  notes: TypedNotes[];
  timeOff: TypedTimeOff[];
  Inactive: boolean;
};

export function valuesOf(provider: Provider): ProviderValues {
  return {
    Type: provider.Type,
    NationalProviderId: provider.NationalProviderId ?? '',
    LicenseNumber: provider.LicenseNumber ?? '',
    licences: Object.entries(provider.LicenseNumbersByState).map(([state, number]) => ({ state, number })),
    SupervisorProviderId: provider.SupervisorProviderId,
    Schedule: provider.Schedule,
    NotesPermission: provider.NotesPermission,
    notes: provider.notes_permissions,
    timeOff: provider.time_off.map(({ Start, End, Reason }) => ({
      first: Start.slice(0, 10),
      last: End.endsWith('T00:00') ? addDays(End.slice(0, 10), -1) : End.slice(0, 10),
      Reason,
    })),
    Inactive: provider.Inactive,
  };
}

/** The fields of the contract; what is not filled in is left out. */
export function fieldsOf(values: ProviderValues) {
  const { licences, notes, timeOff, NationalProviderId, LicenseNumber, SupervisorProviderId, ...same } = values;
  return {
    ...same,
    NationalProviderId: NationalProviderId.trim() || null,
    LicenseNumber: LicenseNumber.trim() || null,
    SupervisorProviderId: isAssistant(values.Type) ? SupervisorProviderId : null,
    LicenseNumbersByState: Object.fromEntries(
      licences.flatMap(({ state, number }) => (state !== null && number.trim() !== '' ? [[state, number.trim()]] : [])),
    ),
    notes_permissions: notes.flatMap(({ PayerId, NotesPermission }) =>
      PayerId === null ? [] : [{ PayerId, NotesPermission }],
    ),
    time_off: timeOff.flatMap(({ first, last, Reason }) =>
      first !== null && last !== null
        ? [{ Start: `${first}T00:00`, End: `${addDays(last, 1)}T00:00`, Reason: Reason.trim() }]
        : [],
    ),
  };
}

/** The first thing wrong with a day's times, or null. */
export function dayProblem(day: readonly ScheduleBlock[]): string | null {
  if (day.some((block) => block.start === '' || block.end === '')) return 'A time is missing.';
  if (day.some((block) => block.start >= block.end)) return 'A time ends before it starts.';
  const sorted = day.toSorted((a, b) => a.start.localeCompare(b.start));
  const isOverlapping = sorted.some((block, at) => at > 0 && block.start < (sorted[at - 1]?.end ?? ''));
  return isOverlapping ? 'These times overlap.' : null;
}

export function npiProblem(typed: string): string | null {
  const npi = typed.trim();
  if (npi === '' || isNpi(npi)) return null;
  return /^\d{10}$/.test(npi) ? 'The last digit does not fit the others: one is mistyped.' : 'An NPI has ten digits.';
}

export function timeOffProblem({ first, last }: TypedTimeOff): string | null {
  if (first === null || last === null) return null;
  return last < first ? 'It ends before it begins.' : null;
}

/** Why a record cannot be saved as it is typed, or null. */
export function firstProblem(values: ProviderValues): string | null {
  const problems = [
    npiProblem(values.NationalProviderId),
    ...values.Schedule.map(dayProblem),
    ...values.timeOff.map(timeOffProblem),
  ];
  const states = values.licences.map((licence) => licence.state).filter((state) => state !== null);
  if (new Set(states).size < states.length) problems.push('A state has two licences.');
  const payers = values.notes.map((entry) => entry.PayerId).filter((id) => id !== null);
  if (new Set(payers).size < payers.length) problems.push('A payer has two notes permissions.');
  return problems.find((problem) => problem !== null) ?? null;
}
