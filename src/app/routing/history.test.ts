import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useAskBeforeLeaving } from '#shared/routing/leaving.ts';
import { history } from './history.ts';

const moves: string[] = [];
let stop: () => void;

beforeEach(() => {
  history.replace('/onDeck');
  history.push('/editor');
  moves.length = 0;
  stop = history.listen(({ action, location }) => moves.push(`${action} ${location.pathname}${location.search}`));
});
afterEach(() => stop());

const holdAll = () => renderHook(() => useAskBeforeLeaving(({ pathname }) => pathname !== '/editor'));

test('a move is told; within the screen that holds, too', () => {
  holdAll();
  history.push('/editor?view=week');
  history.replace('/editor?view=day');
  expect(moves).toEqual(['PUSH /editor?view=week', 'REPLACE /editor?view=day']);
  expect(history.location).toMatchObject({ pathname: '/editor', search: '?view=day' });
});

test('a move elsewhere waits until its person has decided', async () => {
  const { result } = holdAll();
  act(() => history.push('/patients', { row: 3 }));
  expect([result.current.isAsking, window.location.pathname, moves]).toEqual([true, '/editor', []]);
  act(() => result.current.stay());
  expect([result.current.isAsking, window.location.pathname]).toEqual([false, '/editor']);
  act(() => history.replace('/patients', { row: 3 }));
  act(() => result.current.leave());
  expect(moves).toEqual(['REPLACE /patients']);
  expect(history.location).toMatchObject({ pathname: '/patients', state: { row: 3 } });
});

test('a step back of the browser is undone, and done again when its person leaves', async () => {
  const { result } = holdAll();
  window.history.back();
  await waitFor(() => expect(result.current.isAsking).toBe(true));
  await waitFor(() => expect(window.location.pathname).toBe('/editor'));
  act(() => result.current.stay());
  expect(moves).toEqual([]);
  window.history.back();
  await waitFor(() => expect(result.current.isAsking).toBe(true));
  await waitFor(() => expect(window.location.pathname).toBe('/editor'));
  act(() => result.current.leave());
  await waitFor(() => expect(moves).toEqual(['POP /onDeck']));
  expect(window.location.pathname).toBe('/onDeck');
});
