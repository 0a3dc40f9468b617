import { nameIndex } from '#workers/name-index.ts';
import { PatientName } from '#contract/patients/patient.ts';
import { figure, type Figure } from './measure.ts';

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

/** Every key press of five searches over 50,000 names, compute alone. */
export function benchNameSearch(): Figure[] {
  const names = nameIndex();
  names.put(Array.from({ length: people }, (_, n) => person(n)));
  names.settle();
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < 5; round += 1) {
    for (const query of ['castellano1', 'gomez jose', 'emile dvo', '5550012', 'zzzz']) {
      for (let typed = 1; typed <= query.length; typed += 1) {
        const began = performance.now();
        found += names.search(query.slice(0, typed), 50).length;
        times.push(performance.now() - began);
      }
    }
  }
  if (found === 0) throw new Error('The searches found nobody.');
  return [
    figure(`name search over ${people.toLocaleString('en-US')} patients, compute for one key press`, 'ms', times, 16),
  ];
}
