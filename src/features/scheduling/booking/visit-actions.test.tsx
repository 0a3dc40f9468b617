import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { visit } from '#contract/testing/rows.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import { show } from '#shared/testing/show.tsx';
import type { VisitOptions } from './use-visit-options.ts';
import { VisitActions } from './visit-actions.tsx';

const options: VisitOptions = {
  moves: ['confirmed', 'checkedIn', 'cancelled'],
  ways: ['cancelled'],
  maySchedule: true,
  isRemovable: true,
  isLate: false,
  hours: 24,
  fee: 0,
  isAhead: true,
  isLaterDay: false,
};

function open(more: Partial<VisitOptions> = {}, isQuiet = false) {
  const [onMove, onAsk] = [vi.fn<(to: VisitStage) => void>(), vi.fn<(what: string) => void>()];
  const links = { onOpenChart: vi.fn(), onSeries: vi.fn(), onFill: vi.fn(), onCopy: vi.fn() };
  show(<VisitActions visit={visit} options={{ ...options, ...more }} {...{ isQuiet, onMove, onAsk, ...links }} />);
  return { onMove, onAsk };
}
const filled = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.dataset['variant'] === 'filled')
    .map(({ textContent }) => textContent);

test.each([
  ['today it is checked in', {}, false, ['Check in']],
  ['of a later day it is confirmed', { isLaterDay: true }, false, ['Confirm']],
  ['what is typed is saved first', {}, true, []],
] as const)('one button of a visit is filled: %s', (_name, more, isQuiet, expected) => {
  open(more, isQuiet);
  expect(filled()).toEqual(expected);
});

test('what is seldom wanted is in the menu, Delete as the last, far from Cancel', async () => {
  const { onMove, onAsk } = open();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  const more = screen.getByRole('button', { name: 'More actions' });
  await userEvent.click(more);
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Confirm', 'Book a series', 'Copy', 'Delete']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Confirm' }));
  expect(onMove).toHaveBeenCalledWith('confirmed');
  await userEvent.click(more);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(onAsk).toHaveBeenCalledWith('remove');
});
