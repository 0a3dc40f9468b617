import { bandColors, type Assist, type Dose, type Side } from './dose.ts';

/** How a piece of a dose is written and what it says; undefined leaves it to the next one. */
export type DoseToken = {
  pattern: RegExp;
  read: (found: string[], dose: Dose) => Partial<Dose> | { problem: string } | undefined;
};

/** The word before the time that each repetition is kept. */
export const held = 'hold';

const end = '(?![a-z0-9])';
// `3x10 min a` is 3 sets of 10 with minimal assist, not 10 minutes.
const minutes = String.raw`\d+(?:\.\d+)? ?(?:minutes?|mins?|m)(?![a-z])(?! ?a(?:ssist)?(?![a-z]))`;
const seconds = `\\d+ ?(?:seconds?|secs?|s)${end}`;
const time = String.raw`(?:${minutes}(?: ?${seconds})?|${seconds}|\d{1,3}:[0-5]\d)`;
const distance = String.raw`(\d+(?:\.\d+)?) ?(ft|feet|foot|meters?|metres?)${end}`;
const bands = '(?:band|tband|theraband|tb|tubing)';

const token = (pattern: string, read: DoseToken['read']): DoseToken => ({ pattern: new RegExp(pattern, 'y'), read });

/** Whole seconds of `90s`, `1.5 min`, `1m30s` or `1:30`. */
function secondsOf(text = ''): number {
  const [first = 0, second = 0] = (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  return text.includes(':') || text.includes('m') ? Math.round(first * 6_000) / 100 + second : first;
}

const readDistance = (number = '', unit = ''): Partial<Dose> => ({
  Distance: Number(number),
  DistanceUnit: unit.startsWith('f') ? 'ft' : 'm',
});

const readSets = ([, sets, reps]: string[]): Partial<Dose> => ({ Sets: Number(sets), Reps: Number(reps) });

const loadUnit = (unit = ''): 'lb' | 'kg' => (unit.startsWith('k') ? 'kg' : 'lb');

const assists: readonly (readonly [pattern: string, level: Assist])[] = [
  ['mod(?:ified)? ?i(?:nd|ndependent)?', 'Mod I'],
  ['ind(?:ependent)?', 'Ind'],
  ['sup(?:v|ervision)?', 'Sup'],
  ['sba', 'SBA'],
  ['cga', 'CGA'],
  ['min(?:imal)? ?a(?:ssist)?', 'Min A'],
  ['mod(?:erate)? ?a(?:ssist)?', 'Mod A'],
  ['max(?:imal)? ?a(?:ssist)?', 'Max A'],
  ['(?:total|dep) ?a(?:ssist)?', 'Total A'],
];

const sideWords: readonly (readonly [pattern: string, side: Side])[] = [
  [
    '(?:l ?[/+&,] ?r|r ?[/+&,] ?l|lr|both(?: sides)?|bilateral|bilat|bil|b|(?:each|ea|per|/)(?: ?(?:side|leg|arm))|each|ea)',
    'LR',
  ],
  ['(?:left|l)', 'L'],
  ['(?:right|r)', 'R'],
];

const holdAfter = `(?: ?${held}${end})?`;

/** `m` alone is minutes (`2m L`); for more than this it may as well be meters, so it is asked. */
const mostBareMinutes = 30;

/** What a dose is made of, in the order in which it is tried. */
export const doseTokens: readonly DoseToken[] = [
  token(`(?:\\d+ ?x ?)*(\\d+) ?m${end}(?! ?a(?:ssist)?${end})`, ([, number]) =>
    Number(number) > mostBareMinutes
      ? { problem: `Say what ${number}m means: ${number} min or ${number} meters.` }
      : undefined,
  ),
  token(`(\\d+) ?x ?(\\d+) ?x ?(${time})${holdAfter}`, ([, sets, reps, hold]) => ({
    Sets: Number(sets),
    Reps: Number(reps),
    HoldSeconds: secondsOf(hold),
  })),
  token(`\\d+ ?x ?\\d+ ?x ?(\\d+)`, ([, hold]) => ({ problem: `Add s to the last number: ${hold}s.` })),
  token(`(\\d+) ?(?:reps? ?)?x ?(${time})${holdAfter}`, ([, reps, hold]) => ({
    Reps: Number(reps),
    HoldSeconds: secondsOf(hold),
  })),
  token(`(\\d+) ?x ?(\\d+) ?["”″]${holdAfter}`, ([, reps, hold]) => ({
    Reps: Number(reps),
    HoldSeconds: Number(hold),
  })),
  token(`(\\d+) ?x ?${distance}`, ([, sets, number, unit]) => ({ Sets: Number(sets), ...readDistance(number, unit) })),
  token(`(\\d+) ?(?:x|sets? (?:of|x)|sets?) ?(\\d+)(?: ?reps?${end}|(?![\\d.:])(?! ?[a-z"”″]))`, readSets),
  token(`(\\d+) ?x ?(\\d+)(?![\\d.:])`, readSets),
  token(`(${time}) ?x ?(\\d+)${end}`, ([, hold, reps]) => ({ Reps: Number(reps), HoldSeconds: secondsOf(hold) })),
  token(`${distance} ?x ?(\\d+)${end}`, ([, number, unit, sets]) => ({
    Sets: Number(sets),
    ...readDistance(number, unit),
  })),
  token(`x ?(\\d+)(?![\\d.:])`, ([, reps]) => ({ Reps: Number(reps) })),
  token(`(\\d+) ?sets?${end}(?: ?(?:of|x)${end})?`, ([, sets]) => ({ Sets: Number(sets) })),
  token(`(\\d+) ?(?:reps?|times|x)${end}`, ([, reps]) => ({ Reps: Number(reps) })),
  token(`${held}(?: for)? ?(${time})`, ([, hold]) => ({ HoldSeconds: secondsOf(hold) })),
  token(`for ?(${time})`, ([, whole]) => ({ Seconds: secondsOf(whole) })),
  token(`(${time})`, ([, text], { Reps, HoldSeconds }) =>
    Reps !== null && HoldSeconds === null ? { HoldSeconds: secondsOf(text) } : { Seconds: secondsOf(text) },
  ),
  token(distance, ([, number, unit]) => readDistance(number, unit)),
  token(`@? ?(\\d+(?:\\.\\d+)?) ?(lbs?|pounds?|#|kgs?|kilos?)(?![a-z0-9])`, ([, load, unit]) => ({
    Load: Number(load),
    LoadUnit: loadUnit(unit),
  })),
  token(`@? ?(${bandColors.join('|')}|grey)(?: ?${bands})?${end}`, ([, color]) => ({
    Load: bandColors.find((each) => each === color) ?? 'gray',
    LoadUnit: 'band',
  })),
  token(`@? ?${bands}${end}`, () => ({ LoadUnit: 'band' })),
  token(`@ ?(\\d+(?:\\.\\d+)?)`, ([, load]) => ({ problem: `Add lb or kg after the load: ${load}lb.` })),
  ...assists.map(([pattern, Assist]) => token(`${pattern}${end}`, () => ({ Assist }))),
  ...sideWords.map(([pattern, Side]) => token(`${pattern}${end}`, () => ({ Side }))),
  token(`(?:w/|with${end})`, () => ({})),
  token(`(\\d+)${end}`, ([, number]) => ({
    problem: `Say what ${number} means: ${number} ${number === '1' ? 'rep' : 'reps'}, ${number}s or ${number} lb.`,
  })),
];
