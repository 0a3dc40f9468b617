import { expect, test } from 'vitest';
import { parts, partsOf } from './areas.ts';

const later: Record<string, string[]> = {
  '/src/app/main.tsx': [
    '/src/app/routes/scheduling/scheduling.tsx',
    '/src/features/scheduling/booking/visit-drawer.tsx',
    '/src/app/routes/patients.tsx',
    '/src/app/routes/account.tsx',
    '/src/features/visits/card-menu.tsx',
  ],
  '/local/reads.ts': ['/contract/catalog.ts'],
};
const now: Record<string, string[]> = {
  '/src/app/main.tsx': ['/contract/first.ts', '/local/reads.ts'],
  '/src/app/routes/scheduling/scheduling.tsx': ['/src/views.ts', '/src/week.ts'],
  '/src/features/scheduling/booking/visit-drawer.tsx': ['/src/fields.tsx', '/src/week.ts', '/src/name.tsx'],
  '/src/app/routes/patients.tsx': ['/src/chart.tsx', '/src/name.tsx', '/contract/catalog.ts'],
  '/src/features/visits/card-menu.tsx': ['/src/place.ts'],
  '/src/chart.tsx': ['/src/place.ts'],
  '/src/name.tsx': ['/src/letters.ts'],
  '/src/app/routes/account.tsx': ['/src/own.tsx'],
};
const graph = {
  getModuleInfo: (id: string) => ({ importedIds: now[id] ?? [], dynamicallyImportedIds: later[id] ?? [] }),
};
const partOf = partsOf('/src/app/main.tsx', graph);

test.each([
  ['what is there from the start', '/contract/first.ts', null],
  ['what one file of its own needs', '/src/own.tsx', null],
  ['what one area alone needs', '/src/fields.tsx', 'booking'],
  ['what the calendar needs with another', '/src/week.ts', 'slots'],
  ['what several areas need', '/src/name.tsx', 'joint'],
  ['what that stands on', '/src/letters.ts', 'joint'],
  ['what a small area shares with a large one', '/src/place.ts', 'touch'],
  ['what a thread may ask for as well', '/contract/catalog.ts', 'anywhere'],
  ['the file that begins an area', '/src/app/routes/patients.tsx', 'chart'],
])('%s', (_, id, part) => {
  expect(partOf(id)).toBe(part);
});

test('whatever a part needs is in it, or in one that takes its modules before it', () => {
  const places = Object.entries(now).flatMap(([id, needed]) =>
    needed.map((next) => [partOf(id), partOf(next)] as const),
  );
  const wrong = places.filter(([one, other]) => one && other && parts.indexOf(other) > parts.indexOf(one));
  expect(wrong).toEqual([]);
});
