import { doseLimits, hasAmount, mostDoseText, noDose, type Dose } from './dose.ts';
import { doseTokens } from './dose-tokens.ts';

/** What a cell's text says. A problem keeps the text, so that nothing typed is lost. */
export type ParsedDose =
  | { kind: 'empty' }
  | { kind: 'dose'; dose: Dose }
  | { kind: 'skipped'; reason: string | null }
  | { kind: 'problem'; problem: string; text: string };

/**
 * Reads a typed dose: `3x10@5lb`, `3x10x5s`, `3x30s` (3 reps of 30 s), `2m L` (2 minutes), `3x20 ft`, `3x10 red band`;
 * `-` is skipped, and a reason may follow. Nothing is guessed: a number without its meaning is a problem.
 */
export function parseDose(typed: string): ParsedDose {
  const problem = (sentence: string): ParsedDose => ({ kind: 'problem', problem: sentence, text: typed });
  if (typed.length > mostDoseText) return problem('This text is too long for a dose. Move it to the comment.');
  const text = plain(typed);
  if (text === '') return { kind: 'empty' };
  const skipped = /^\s*(?:[-–—]|skip(?:ped)?(?![a-z]))\s*:?\s*(.*)$/is.exec(typed);
  if (skipped && /^[\d.x@]/i.test(skipped[1] ?? ''))
    return problem('“-” means skipped. Remove it, or give the reason in words.');
  if (skipped) return { kind: 'skipped', reason: skipped[1]?.trim() || null };
  const read = readTokens(text);
  return typeof read === 'string' ? problem(read) : { kind: 'dose', dose: read };
}

function plain(typed: string): string {
  return typed.normalize('NFKC').toLowerCase().replace(/[×✕*]/g, 'x').replace(/\s+/g, ' ').trim();
}

/** The dose, or the sentence that says what is wrong. */
function readTokens(text: string): Dose | string {
  let dose = noDose;
  let at = 0;
  while (at < text.length) {
    if (/[ ,;.]/.test(text[at] ?? '')) {
      at += 1;
      continue;
    }
    const next = tokenAt(text, at, dose);
    if (!next) return unreadable(text.slice(at));
    if ('problem' in next.read) return next.read.problem;
    const fault = faultOf(next.read, dose);
    if (fault) return fault;
    dose = { ...dose, ...next.read };
    at = next.end;
  }
  return hasAmount(dose) ? dose : 'Add how much: 3x10 or 5 min.';
}

function tokenAt(text: string, at: number, dose: Dose) {
  for (const { pattern, read } of doseTokens) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    const said = found && read([...found], dose);
    if (said) return { read: said, end: pattern.lastIndex };
  }
  return undefined;
}

function unreadable(rest: string): string {
  const word = rest.split(/[ ,;]/)[0] ?? '';
  const shown = word.length > 20 ? `${word.slice(0, 20)}…` : word;
  return `“${shown}” is not part of a dose. Type it like 3x10@5lb, 3x30s, 2m L or -.`;
}

const names: Record<keyof Dose, string> = {
  Sets: 'sets',
  Reps: 'reps',
  HoldSeconds: 'hold',
  Seconds: 'time',
  Load: 'load',
  LoadUnit: 'load',
  Distance: 'distance',
  DistanceUnit: 'distance',
  Side: 'side',
  Assist: 'assist',
};

const limited = ['Sets', 'Reps', 'HoldSeconds', 'Seconds', 'Load', 'Distance'] as const;
const shownLimits: Record<(typeof limited)[number], string> = {
  Sets: 'Enter 1 to 50 sets.',
  Reps: 'Enter 1 to 999 reps.',
  HoldSeconds: 'Enter 1 second to 1 hour for each rep, in whole seconds.',
  Seconds: 'Enter a time of 1 second to 4 hours, in whole seconds.',
  Load: 'Enter a load of 0.1 to 2,000, with at most 2 decimals.',
  Distance: 'Enter a distance of 0.1 to 10,000, with at most 2 decimals.',
};

/** Why what was read cannot join the dose: given twice, or out of its limits. */
function faultOf(read: Partial<Dose>, dose: Dose): string | undefined {
  for (const key of Object.keys(read) as (keyof Dose)[])
    if (dose[key] !== null) return `This dose gives the ${names[key]} twice.`;
  for (const key of limited) {
    const value = read[key];
    if (typeof value !== 'number') continue;
    const [least, most] = doseLimits[key];
    const steps = key === 'Load' || key === 'Distance' ? 100 : 1;
    const isStep = Math.abs(value * steps - Math.round(value * steps)) < 1e-6;
    if (value < least || value > most || !isStep) return shownLimits[key];
  }
  return undefined;
}
