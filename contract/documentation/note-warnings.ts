import { minutesBetween } from '../base/dates.ts';
import type { Service } from '../charges/service.ts';
import type { SignWarning } from '../compliance/sign-warnings.ts';
import type { Provider } from '../providers/provider.ts';
import type { Visit } from '../visits/visit.ts';
import { saysSomething, type Cells } from './cell-values.ts';
import { cellOf } from './field-keys.ts';
import type { AlsoType, NoteType } from './note-types.ts';
import { recordedMinutes } from './recorded-minutes.ts';

type Noted = { NoteType: NoteType; AlsoTypes: readonly AlsoType[]; Cells: Cells; TreatmentMinutes: number | null };

/** What stands beside a note that is about to be signed; `visit` is that whose main note it is. */
export type BesideSigning = {
  visit: Pick<Visit, 'Start' | 'End'> | null;
  services: readonly Pick<Service, 'CPT_Code' | 'Minutes' | 'Units'>[];
  provider: Pick<Provider, 'LicenseNumber' | 'LicenseNumbersByState'> | null;
  /** Of the facility of the visit; null where it is not known. */
  state: string | null;
  /** Of the signed notes of the case. */
  earlier: readonly Cells[];
};

/** What a signer is told of and signs all the same (chart.md 3): minutes, units, measures, licence. */
export function noteWarnings(note: Noted, beside: BesideSigning): SignWarning[] {
  const all = [
    { key: 'minutes', sentence: longerThanVisit(note, beside) },
    { key: 'units', sentence: withoutUnit(beside) },
    { key: 'measures', sentence: notMeasuredAgain(note, beside) },
    { key: 'license', sentence: unlicensed(beside) },
  ];
  return all.flatMap(({ key, sentence }) => (sentence === null ? [] : [{ key, sentence, needsReason: false }]));
}

function longerThanVisit(note: Noted, { visit, services }: BesideSigning): string | null {
  if (!visit) return null;
  const minutes = recordedMinutes(note, services);
  const booked = minutesBetween(visit.Start, visit.End);
  return minutes > booked ? `${minutes} minutes are recorded, and the visit was booked for ${booked}.` : null;
}

/** Minutes of a code that its payer's method counts no unit for; the units of a code stand on one of its lines. */
function withoutUnit({ services }: BesideSigning): string | null {
  const recorded = services.filter(({ Minutes }) => (Minutes ?? 0) > 0);
  const billed = new Set(services.flatMap(({ CPT_Code, Units }) => (Units > 0 ? [CPT_Code] : [])));
  const codes = [...new Set(recorded.map(({ CPT_Code }) => CPT_Code))].filter((code) => !billed.has(code));
  const minutesOf = (code: string) =>
    recorded.reduce((sum, one) => sum + (one.CPT_Code === code ? (one.Minutes ?? 0) : 0), 0);
  const each = codes.map((code) => `${code} has ${minutesOf(code)} min and bills no unit.`);
  return each.length === 0 ? null : each.join(' ');
}

/** Kinds that tell of progress rest on measures; an evaluation and a re-evaluation are not signed without any. */
const measured: readonly NoteType[] = ['progress', 'recert', 'discharge'];

function notMeasuredAgain({ NoteType: kind, AlsoTypes, Cells: own }: Noted, { earlier }: BesideSigning): string | null {
  const tells = [kind, ...AlsoTypes].some((one) => measured.includes(one));
  return tells && !hasValue(own) && earlier.some(hasValue) ? 'Nothing was measured again in this note.' : null;
}

function hasValue(cells: Cells): boolean {
  return Object.entries(cells).some(([field, value]) => {
    const cell = cellOf(field);
    return cell?.owner === 'measure' && cell.name === 'Value' && saysSomething(value);
  });
}

function unlicensed({ provider, state }: BesideSigning): string | null {
  if (!provider || provider.LicenseNumber || state === null || provider.LicenseNumbersByState[state]) return null;
  return `No license number of yours for ${state} is on record.`;
}
