import { expect, test, vi } from 'vitest';
import { menuOf } from './scheduling-menu.ts';

const given = {
  day: '2026-11-18',
  facilityId: null,
  mayBook: true,
  mayEdit: true,
  isEditing: true,
  onLayer: vi.fn<(layer: unknown) => void>(),
  onEditing: () => undefined,
  go: vi.fn<(path: string) => void>(),
};

function choose(menu: ReturnType<typeof menuOf>, label: string): void {
  const found = menu.find((entry) => entry.kind === 'item' && entry.label === label);
  if (found?.kind !== 'item') throw new Error(`There is no ${label}.`);
  found.onChoose();
}

test('who may not edit schedules finds the lists and nothing to edit', () => {
  const keys = menuOf({ ...given, mayBook: false, mayEdit: false }).map(({ key }) => key);
  expect(keys).toEqual([
    'waitlist',
    'underScheduled',
    'prints',
    '/printProviderDaySchedule',
    '/printSignInDaySchedule',
    '/rundown',
  ]);
  expect(menuOf(given).map(({ key }) => key)).toEqual(expect.arrayContaining(['series', 'edit', 'away']));
});

test('what is printed is the day and the facility that are shown', () => {
  choose(menuOf(given), 'Print rundown');
  choose(menuOf({ ...given, facilityId: 'f1' }), 'Print rundown');
  expect(given.go.mock.calls).toEqual([['/rundown?date=2026-11-18'], ['/rundown?date=2026-11-18&facility=f1']]);
});

test('time off begins at the day that is shown', () => {
  choose(menuOf(given), 'Add time off');
  expect(given.onLayer).toHaveBeenCalledWith({
    kind: 'days',
    start: { ProviderId: null, day: '2026-11-18' },
    purpose: 'off',
  });
});
