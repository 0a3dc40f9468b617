import { expect, test } from 'vitest';
import { nextSort, noFilter, orderOf } from './audit-filter.ts';

test('a column sorts in its own order first and turns round when pressed again', () => {
  expect(orderOf(noFilter)).toBe('desc');
  const byPerson = nextSort({ ...noFilter, action: 'view', order: 'desc' }, 'person');
  expect(byPerson).toEqual({ action: 'view', sort: 'person' });
  expect(orderOf(byPerson)).toBe('asc');
  expect(nextSort(byPerson, 'person')).toEqual({ action: 'view', sort: 'person', order: 'desc' });
  expect(nextSort(noFilter, 'at')).toEqual({ sort: 'at', order: 'asc' });
});
