import { isNumeric, type EvalMeasurement, type EvalValue } from './eval-measurement.ts';
import { choiceSentence, rangeSentence, valueProblem } from './value-problem.ts';

/** What was typed for a measurement: its value (null if empty), or why it is none. */
export type TypedValue = { value: EvalValue | null } | { wrong: string };

/**
 * Reads a typed value. Nothing is guessed: a unit may follow if it is the measurement's own, a time may be `1:05`, a
 * choice may be begun if only one begins so, and several choices have commas between them.
 */
export function readValue(measurement: EvalMeasurement, typed: string): TypedValue {
  const text = typed.trim().replaceAll('−', '-');
  if (text === '') return { value: null };
  const value = isNumeric(measurement) ? numberIn(measurement, text) : choicesIn(measurement, text);
  if (value === null)
    return { wrong: isNumeric(measurement) ? rangeSentence(measurement) : choiceSentence(measurement) };
  const wrong = valueProblem(measurement, value);
  return wrong ? { wrong } : { value };
}

const unitTexts: Record<NonNullable<EvalMeasurement['Unit']>, readonly string[]> = {
  '°': ['°', 'deg', 'degrees', 'degree'],
  cm: ['cm'],
  kg: ['kg'],
  s: ['s', 'sec', 'seconds'],
  m: ['m', 'meters'],
  'm/s': ['m/s'],
  reps: ['reps', 'rep'],
  '%': ['%', 'percent'],
  points: ['points', 'point', 'pts'],
  mmHg: ['mmhg'],
  '/min': ['/min', 'bpm'],
  '°F': ['°f', 'f'],
};

function numberIn({ Unit, Kind, Max }: EvalMeasurement, text: string): number | null {
  const [, number = '', rest = ''] = /^([-+]?[\d.:]*\d)\s*(.*)$/.exec(text) ?? [];
  const after = rest.toLowerCase().trim();
  const isOwnUnit = after === '' || (Unit !== null && unitTexts[Unit].includes(after));
  // A score may be typed as people write it: 4/10.
  const isOwnMax = Kind === 'score' && Max !== null && after.replaceAll(' ', '') === `/${Max}`;
  if (!isOwnUnit && !isOwnMax) return null;
  if (Kind === 'time' && number.includes(':')) return secondsIn(number);
  return /^[-+]?(\d{1,7}(\.\d{1,4})?|\.\d{1,4})$/.test(number) ? Number(number) : null;
}

function secondsIn(text: string): number | null {
  const parts = /^(\d{1,3}):([0-5]\d(?:\.\d{1,2})?)$/.exec(text);
  return parts ? Number(parts[1]) * 60 + Number(parts[2]) : null;
}

function choicesIn(measurement: EvalMeasurement, text: string): EvalValue | null {
  const typed = measurement.IsMultiselect ? text.split(',').map((each) => each.trim()) : [text];
  const found = typed.filter((each) => each !== '').map((each) => choiceIn(measurement, each));
  const known = [...new Set(found.filter((each) => each !== null))];
  if (known.length === 0 || found.includes(null)) return null;
  return measurement.IsMultiselect ? known : (known[0] ?? null);
}

function choiceIn({ Choices, Kind }: EvalMeasurement, text: string): string | null {
  const typed = text.toLowerCase();
  const compact = typed.replace(/\s*\/\s*5$|\s+/g, '');
  const exact = Choices.find((choice) =>
    [typed, ...(Kind === 'grade' ? [compact] : [])].includes(choice.toLowerCase()),
  );
  if (exact !== undefined) return exact;
  const signed = Choices.find((choice) => choice === signs[typed]);
  if (signed !== undefined) return signed;
  // A grade's number is never completed to another grade's, but it may leave its words out.
  const start = /^\d[-+]?$/.test(typed) ? `${typed} ` : typed;
  const begun = Choices.filter((choice) => choice.toLowerCase().startsWith(start));
  return begun.length === 1 ? (begun[0] ?? null) : null;
}

const signs: Record<string, string> = { '+': 'positive', '-': 'negative' };
