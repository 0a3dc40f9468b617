import { nameIndex } from '#workers/names/name-index.ts';
import { PatientName } from '#contract/patients/patient-name.ts';
import { figure, median, type Figure } from './measure.ts';

const first = [
  'Ana',
  'Bela',
  'Chidi',
  'Dora',
  'Émile',
  'Fay',
  'Gus',
  'Hana',
  'Ivo',
  'José',
  'Kei',
  'Lena',
  'Mateo',
  'Nour',
  'Olga',
  'Pia',
];
const last = [
  'Abbott',
  'Baker',
  'Castellano',
  'Dvořák',
  'Eriksen',
  'Fiddler',
  'Gómez',
  'Haddad',
  'Ironside',
  'Jansen',
  'Kowalski',
  'Larkin',
];
const people = 50_000;

function person(n: number): PatientName {
  const number = String(n).padStart(12, '0');
  return PatientName.parse({
    PatientId: `00000000-0000-7000-8000-${number}`,
    FirstName: `${first[n % first.length]}${n % 97}`,
    LastName: `${last[n % last.length]}${n % 389}`,
    PreferredName: null,
    DateOfBirth: `19${30 + (n % 70)}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`,
    Phone: `555${String(n).padStart(7, '0')}`,
  });
}

const searches = [
  'castellano1',
  'gomez gus',
  'emile eri',
  'dora dvo',
  '5550012',
  '02/02/1959',
  'zzzz',
  'ana bela gus fiddler q',
];
const ofNobody = ['zzzz', 'ana bela gus fiddler q'];

/** The slowest key press of these searches over 50,000 names, compute alone: a median over all would hide it. */
export function benchNameSearch(): Figure[] {
  const names = nameIndex();
  names.put(Array.from({ length: people }, (_, n) => person(n)));
  names.settle();
  const idle = searches.filter((query) => names.search(query, 50).length === 0 && !ofNobody.includes(query));
  if (idle.length > 0) throw new Error(`No one was found by ${idle.join(', ')}.`);
  const presses = searches.flatMap((query) => Array.from(query, (_, at) => query.slice(0, at + 1)));
  const rounds = presses.map((typed) => ({ typed, times: Array.from({ length: 9 }, () => timed(names, typed)) }));
  const slowest = rounds.toSorted((a, b) => median(b.times) - median(a.times))[0];
  if (!slowest) throw new Error('Nothing was typed.');
  const name = `name search over ${people.toLocaleString('en-US')} patients, compute for the slowest key press`;
  return [figure(name, 'ms', slowest.times, 16, `'${slowest.typed}'`)];
}

function timed(names: ReturnType<typeof nameIndex>, typed: string): number {
  const began = performance.now();
  names.search(typed, 50);
  return performance.now() - began;
}
