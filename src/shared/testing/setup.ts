import './production-react.ts';
import { cleanup, configure, getConfig } from '@testing-library/react';
import 'fake-indexeddb/auto';
import { locks } from 'node:worker_threads';
import { afterAll, afterEach, vi } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { patienceMs } from '#local/testing/patience.ts';
import { setSyncState, syncState } from '../sync-state.ts';
import { setSyncWorker } from '../sync-worker.ts';
import { endTest } from './after-each.ts';

// Their own second is too short for a busy machine, and for code that comes with its first opening.
configure({ asyncUtilTimeout: patienceMs });

// What is waited for and not there yet needs no print of the page each time; once it is given up, it gets one.
const { getElementError } = getConfig();
/** While something is waited for the library says so itself, in a field its types leave out. */
const isAwaited = () => Object.entries(getConfig()).some(([name, on]) => name.startsWith('_disableExpensive') && on);
const shortly = (message: string) => Object.assign(new Error(message), { name: 'TestingLibraryElementError' });
configure({
  getElementError: (message, container) =>
    message !== null && isAwaited() ? shortly(message) : getElementError(message, container),
});

// happy-dom lays nothing out; Mantine asks for both.
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
}));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);

// happy-dom has no locks; those of Node are real.
Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });

// Growing text areas wait for fonts.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

afterEach(cleanup);
afterEach(endTest);

// The next file finds the same modules, page and storage: none of what this one opened, faked or went to is left there.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  lockDevice();
  setSyncState({ ...syncState(), online: true });
  setSyncState(null);
  setSyncWorker(null);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
});
