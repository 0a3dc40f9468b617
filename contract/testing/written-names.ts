import { nameQueries } from '../patients/name-query.ts';
import { nameWords } from '../patients/name-words.ts';

type Names = { LastName: string; FirstName: string };

/** People whose names are written in many ways. */
export const written: readonly Names[] = [
  { LastName: "O'Brien", FirstName: 'Siobhán' },
  { LastName: 'O’Connor', FirstName: 'Mary Ann' },
  { LastName: 'OMalley', FirstName: 'Grace' },
  { LastName: "D'Angelo", FirstName: 'Renée' },
  { LastName: 'McDonald', FirstName: 'Ronan' },
  { LastName: 'MacGregor', FirstName: 'Zoë' },
  { LastName: 'Mc Cabe', FirstName: 'Tom' },
  { LastName: 'Mac Leod', FirstName: 'Una' },
  { LastName: 'Núñez-García', FirstName: 'José' },
  { LastName: 'de la Cruz', FirstName: 'Łukasz' },
  { LastName: 'Smith Jones', FirstName: 'Jean-Luc' },
  { LastName: 'VAN DER BERG', FirstName: 'anneke' },
  { LastName: 'Delacruz', FirstName: 'Paul' },
  { LastName: 'Vanderberg', FirstName: 'Sanne' },
];

type Way = (name: string) => string;
const same: Way = (name) => name;
const apostrophes: readonly Way[] = ["'", '’', ' ', ''].map((mark) => (name) => name.replaceAll(/['’]/g, mark));
const hyphens: readonly Way[] = [same, (name) => name.replaceAll('-', ' '), (name) => name.replaceAll('-', '')];
const accents: readonly Way[] = [same, (name) => name.normalize('NFD').replaceAll(/\p{M}/gu, '')];
const cases: readonly Way[] = [same, (name) => name.toUpperCase(), (name) => name.toLowerCase()];
const macs: readonly Way[] = [
  same,
  (name) => name.replace(/\bMa?c ?(?=[A-Z])/, (mac) => (mac.startsWith('Mac') ? 'Mc' : 'Mac')),
  (name) => name.replace(/\bMa?c(?=[A-Z])/, '$& '),
];
const spaces: readonly Way[] = [same, (name) => name.replaceAll(' ', ''), (name) => name.replace(' ', '')];
const particles: readonly Way[] = [
  same,
  (name) => name.replace(/^de ?la ?(?=\p{L})/iu, 'de la '),
  (name) => name.replace(/^van ?der ?(?=\p{L})/iu, 'van der '),
];
const orders: readonly ((first: string, last: string, middle: string) => string)[] = [
  (first, last, middle) => `${first}${middle} ${last}`,
  (first, last, middle) => `${last}, ${first}${middle}`,
  (first, last, middle) => (middle === '' ? `${last} ${first}` : `${last},${first}${middle}`),
];
const middles = ['', ' Q', ' Q.', ' Quincy'];

/** All usual ways to write a name: order, middle name, apostrophe, hyphen, spaces, particles, accents, case, Mc and Mac. */
export function waysToWrite({ LastName, FirstName }: Names): string[] {
  const each = (names: readonly string[], ways: readonly Way[]) => [
    ...new Set(names.flatMap((name) => ways.map((way) => way(name)))),
  ];
  const lasts = each(each(each(each(each(each([LastName], macs), spaces), particles), apostrophes), hyphens), accents);
  const firsts = each(each([FirstName], hyphens.slice(0, 2)), accents);
  const whole = lasts.flatMap((last) =>
    firsts.flatMap((first) => middles.flatMap((middle) => orders.map((order) => order(first, last, middle)))),
  );
  return each(whole, cases);
}

/** Whom of them a search finds, told once more in few words: by the first query that every word of fits someone. */
export function foundByName(typed: string): Names[] {
  for (const { words } of nameQueries(typed).flat()) {
    const found = written.filter((name) => {
      const own = nameWords({ ...name, PreferredName: null });
      return words.every((word) => own.some((one) => one.startsWith(word)));
    });
    if (found.length > 0) return found;
  }
  return [];
}
