import { addDays } from '#contract/base/dates.ts';
import { isNpi } from '#contract/base/npi.ts';
import { isAssistant, type Provider } from '#contract/providers/provider.ts';
import { dayProblem, type ScheduleBlock } from '#contract/providers/schedule-blocks.ts';
import { doubledWords, skippedWords } from '#contract/scheduling/clock-changes.ts';

/** A time off as it is typed: both days included; times are empty for whole days. */
export type TypedTimeOff = { first: string | null; from: string; last: string | null; until: string; Reason: string };
export type TypedLicence = { state: string | null; number: string };
export type TypedNotes = { PayerId: string | null; NotesPermission: Provider['NotesPermission'] };

/** What is typed of a provider record. */
export type ProviderValues = {
  /** Asked for only where no user gives the name. */
  FirstName: string;
  LastName: string;
  Type: Provider['Type'];
  NationalProviderId: string;
  LicenseNumber: string;
  licences: TypedLicence[];
  SupervisorProviderId: string | null;
  Schedule: ScheduleBlock[][];
  NotesPermission: Provider['NotesPermission'];
  notes: TypedNotes[];
  timeOff: TypedTimeOff[];
  /** NaN while the field is empty. */
  MaxAtOnce: number;
  Inactive: boolean;
};

export function valuesOf(provider: Provider): ProviderValues {
  return {
    FirstName: provider.FirstName,
    LastName: provider.LastName,
    Type: provider.Type,
    NationalProviderId: provider.NationalProviderId ?? '',
    LicenseNumber: provider.LicenseNumber ?? '',
    licences: Object.entries(provider.LicenseNumbersByState).map(([state, number]) => ({ state, number })),
    SupervisorProviderId: provider.SupervisorProviderId,
    Schedule: provider.Schedule,
    NotesPermission: provider.NotesPermission,
    notes: provider.notes_permissions,
    timeOff: provider.time_off.map(typedTimeOff),
    MaxAtOnce: provider.MaxAtOnce,
    Inactive: provider.Inactive,
  };
}

/** The fields of the contract; what is not filled in is left out. */
export function fieldsOf(values: ProviderValues) {
  const { licences, notes, timeOff, NationalProviderId, LicenseNumber, SupervisorProviderId, ...same } = values;
  return {
    ...same,
    FirstName: same.FirstName.trim(),
    LastName: same.LastName.trim(),
    NationalProviderId: NationalProviderId.trim() || null,
    LicenseNumber: LicenseNumber.trim() || null,
    SupervisorProviderId: isAssistant(values.Type) ? SupervisorProviderId : null,
    LicenseNumbersByState: Object.fromEntries(
      licences.flatMap(({ state, number }) => (state !== null && number.trim() !== '' ? [[state, number.trim()]] : [])),
    ),
    notes_permissions: notes.flatMap(({ PayerId, NotesPermission }) =>
      PayerId === null ? [] : [{ PayerId, NotesPermission }],
    ),
    time_off: timeOff.flatMap((one) => {
      const times = timesOf(one);
      return times === null ? [] : [{ ...times, Reason: one.Reason.trim() }];
    }),
  };
}

const midnight = '00:00';

function typedTimeOff({ Start, End, Reason }: Provider['time_off'][number]): TypedTimeOff {
  const [first = '', from = midnight] = Start.split('T');
  const [last = '', until = midnight] = End.split('T');
  // What ends at midnight ends with the day before.
  return {
    first,
    from: from === midnight ? '' : from,
    last: until === midnight ? addDays(last, -1) : last,
    until: until === midnight ? '' : until,
    Reason,
  };
}

/** From the first moment up to, not including, the last; null while a day is missing. */
function timesOf({ first, from, last, until }: TypedTimeOff): { Start: string; End: string } | null {
  if (first === null || last === null) return null;
  const end = until === '' || until === midnight ? `${addDays(last, 1)}T${midnight}` : `${last}T${until}`;
  return { Start: `${first}T${from || midnight}`, End: end };
}

export function npiProblem(typed: string): string | null {
  const npi = typed.trim();
  if (npi === '' || isNpi(npi)) return null;
  return /^\d{10}$/.test(npi) ? 'The check digit is wrong. Check the number for typos.' : 'An NPI has ten digits.';
}

export function atOnceProblem(count: number): string | null {
  return Number.isInteger(count) && count >= 1 && count <= 20 ? null : 'Enter 1 to 20 patients.';
}

/** `timeZone` is the clinic's. */
export function timeOffProblem(one: TypedTimeOff, timeZone: string): string | null {
  const times = timesOf(one);
  if (times === null) return null;
  return times.End <= times.Start ? 'It ends before it starts.' : skippedWords([times.Start, times.End], timeZone);
}

/** What is told of time off that can be saved, or null. */
export function timeOffNote(one: TypedTimeOff, timeZone: string): string | null {
  const times = timesOf(one);
  return times === null ? null : doubledWords([times.Start, times.End], timeZone);
}

/** Why a record cannot be saved as it is typed, or null. */
export function firstProblem(values: ProviderValues, timeZone: string): string | null {
  const problems = [
    values.FirstName.trim() === '' || values.LastName.trim() === '' ? 'A name is missing.' : null,
    npiProblem(values.NationalProviderId),
    atOnceProblem(values.MaxAtOnce),
    ...values.Schedule.map(dayProblem),
    ...values.timeOff.map((one) => timeOffProblem(one, timeZone)),
  ];
  const states = values.licences.map((licence) => licence.state).filter((state) => state !== null);
  if (new Set(states).size < states.length) problems.push('A state has two licenses.');
  const payers = values.notes.map((entry) => entry.PayerId).filter((id) => id !== null);
  if (new Set(payers).size < payers.length) problems.push('A payer has two notes permissions.');
  return problems.find((problem) => problem !== null) ?? null;
}
