import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { show } from '#shared/testing/show.tsx';
import * as session from '../session-leave.ts';
import * as tokens from '../token.ts';
import { SessionDialog } from './session-dialog.tsx';
import { useSessionWarning, watchSession } from './session-watch.ts';

const minute = 60_000;
let renew: MockInstance<typeof tokens.refreshToken>;
let expire: MockInstance<typeof session.expireSession>;
let end = () => {};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
  vi.spyOn(session, 'lockSession').mockResolvedValue(true);
  expire = vi.spyOn(session, 'expireSession').mockResolvedValue();
  renew = vi.spyOn(tokens, 'refreshToken').mockResolvedValue('fresh');
  setOnline(true);
  end = watchSession({ site: 'demo', UserId: 'rosa' });
  show(<Watched />);
});
afterEach(() => {
  end();
  setSyncState(null);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Watched() {
  const warning = useSessionWarning();
  return warning && <SessionDialog warning={warning} />;
}

function setOnline(online: boolean): void {
  act(() => setSyncState({ ...syncState(), online }));
}

/** Somebody at the machine, now and then: what scripts make themselves is not trusted and counts for nothing. */
async function work({ minutes, every }: { minutes: number; every: number }): Promise<void> {
  for (let at = 0; at < minutes; at += every) {
    await pass(every);
    const key = new KeyboardEvent('keydown', { key: 'Shift' });
    Object.defineProperties(key, { isTrusted: { value: true }, timeStamp: { value: performance.now() } });
    window.dispatchEvent(key);
  }
}

function pass(minutes: number): Promise<void> {
  return act(async () => void (await vi.advanceTimersByTimeAsync(minutes * minute)));
}

const dialog = () => screen.queryByRole('alertdialog');
const left = () => document.querySelector('[data-session-left]')?.textContent;

async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
}

test('who works is not asked: the token is renewed for them', async () => {
  await work({ minutes: 88, every: 4 });
  expect(renew).not.toHaveBeenCalled();
  await work({ minutes: 112, every: 4 });
  expect(renew).toHaveBeenCalledTimes(2);
  expect(dialog()).toBeNull();
});

test('offline the countdown waits, and staying works', async () => {
  await work({ minutes: 60, every: 30 });
  await pass(30);
  await screen.findByRole('alertdialog', { name: 'Your session is about to expire!' });
  expect(left()).toMatch(/^29:\d\d$/);
  setOnline(false);
  const before = left();
  await work({ minutes: 60, every: 30 });
  expect(dialog()?.textContent).toContain('You are offline, so the countdown is paused. You stay signed in.');
  expect(left()).toBe(before);
  expect(expire).not.toHaveBeenCalled();
  renew.mockResolvedValue('away');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await press('Stay and work offline');
  await vi.waitFor(() => expect(dialog()).toBeNull());
  await work({ minutes: 30, every: 30 });
  expect(dialog()).toBeNull();
});

test('a page that slept past the end says that it does not know', async () => {
  await work({ minutes: 84, every: 28 });
  // The timers of a machine that sleeps do not run.
  vi.setSystemTime(Date.now() + 37 * minute);
  await pass(0.1);
  await screen.findByRole('alertdialog', { name: 'Your session may have expired!' });
  await pass(2);
  expect(expire).not.toHaveBeenCalled();
  await press('Stay signed in');
  await vi.waitFor(() => expect(dialog()).toBeNull());
  expect(renew).toHaveBeenCalledTimes(1);
});

test('at zero the session ends, and not a look earlier', async () => {
  await work({ minutes: 80, every: 20 });
  await pass(38.8);
  expect(left()).toMatch(/^0:1\d$/);
  expect(expire).not.toHaveBeenCalled();
  await pass(0.2);
  expect(expire).toHaveBeenCalledTimes(1);
});

test('it comes in the last half hour, tells how long, is not closed by Escape, and staying starts anew', async () => {
  await work({ minutes: 60, every: 30 });
  await pass(28);
  expect(dialog()).toBeNull();
  await pass(1.3);
  await screen.findByRole('alertdialog', { name: 'Your session is about to expire!' });
  expect(left()).toMatch(/^29:\d\d$/);
  expect(dialog()?.querySelector('[aria-live=polite]')?.textContent).toBe('30 minutes left.');
  await userEvent.keyboard('{Escape}');
  expect(dialog()).not.toBeNull();
  await press('Stay signed in');
  await vi.waitFor(() => expect(dialog()).toBeNull());
  expect(renew).toHaveBeenCalledTimes(1);
  await pass(28);
  expect(dialog()).toBeNull();
});

test('logging out from it ends the session at once', async () => {
  const signOut = vi.spyOn(session, 'signOut').mockResolvedValue();
  await work({ minutes: 60, every: 30 });
  await pass(30);
  await press('Log out');
  expect(signOut).toHaveBeenCalledTimes(1);
  expect(expire).not.toHaveBeenCalled();
});
