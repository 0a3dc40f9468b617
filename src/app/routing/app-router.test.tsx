import { act, fireEvent, screen, waitFor, type RenderResult } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Setup } from '#contract/session/endpoints.ts';
import { setVisitor } from '#session/visitor.ts';
import { useAskBeforeLeaving } from '#shared/routing/leaving.ts';
import { Link } from '#shared/routing/link.tsx';
import { useSearchParams } from 'react-router';
import { show } from '#shared/testing/show.tsx';
import * as app from '../routes/routes.tsx';
import { AppRouter } from './app-router.tsx';
import { history } from './history.ts';
import { entrance, screen as screenAt } from './screens.tsx';

const later: ((fails: boolean) => void)[] = [];
const ask = () =>
  new Promise<void>((resolve, reject) =>
    later.push((fails) => (fails ? reject(new Error('Failed to fetch dynamically imported module')) : resolve())),
  );

function List() {
  const [params, setParams] = useSearchParams();
  return (
    <>
      <h1>List {params.get('day') ?? 'today'}</h1>
      <Link to="/chart">Chart</Link>
      <Link to="/chart" target="_blank">
        Chart elsewhere
      </Link>
      <button type="button" onClick={() => setParams({ day: 'tomorrow' }, { replace: true })}>
        Tomorrow
      </button>
    </>
  );
}

function Editor() {
  const leaving = useAskBeforeLeaving((next) => next.pathname !== '/editor');
  return (
    <>
      <h1>Editor</h1>
      {leaving.isAsking && (
        <>
          <button type="button" onClick={leaving.stay}>
            Stay
          </button>
          <button type="button" onClick={leaving.leave}>
            Leave
          </button>
        </>
      )}
    </>
  );
}

const Chart = () => <h1>Chart</h1>;
const Login = () => <h1>Login from {new URLSearchParams(useLocation().search).get('returnTo')}</h1>;

let routes: RouteObject[] = [];
const here = Promise.resolve();
let table: Promise<void> = here;

const setup = (can: string[]) =>
  ({ currentUser: { can, SuperUser: false }, website: { plus: true } }) as unknown as Setup;
/** What is done may wait for code that comes. */
const does = (what: () => unknown) => act(async () => void what());
async function open(): Promise<RenderResult> {
  let shown: RenderResult | undefined;
  await does(() => (shown = show(<AppRouter />)));
  return shown as RenderResult;
}
async function press(role: 'link' | 'button', name: string): Promise<void> {
  const found = await screen.findByRole(role, { name });
  await does(() => fireEvent.click(found));
}
const heading = (name: string) => screen.findByRole('heading', { name });

beforeEach(() => {
  routes = [
    { path: '/onDeck', element: <List /> },
    { path: '/editor', element: <Editor /> },
    screenAt('/chart', {}, async () => {
      await ask();
      return { Component: Chart };
    }),
    screenAt('/audit', { permission: { and: ['manage users'] } }, async () => ({ Component: Chart })),
    entrance('/login', async () => ({ Component: Login })),
  ];
  vi.spyOn(app, 'routes').mockImplementation(() => routes);
  vi.spyOn(app, 'addressesAround').mockImplementation(() => table);
  table = here;
  later.length = 0;
  setVisitor(setup([]));
  history.replace('/onDeck');
});
afterEach(() => {
  setVisitor(null);
  vi.restoreAllMocks();
});

test('the screen before stands until the code of the next is there', async () => {
  await open();
  await press('link', 'Chart');
  await waitFor(() => expect(window.location.pathname).toBe('/chart'));
  expect(screen.getByRole('heading', { name: 'List today' })).toBeTruthy();
  await does(() => later[0]?.(false));
  await heading('Chart');
  expect(screen.queryByRole('heading', { name: 'List today' })).toBeNull();
});

test('a press that is the browser’s own leads nowhere here', async () => {
  await open();
  const taken: boolean[] = [];
  const look = (event: Event) => {
    taken.push(event.defaultPrevented);
    event.preventDefault();
  };
  window.addEventListener('click', look);
  const link = await screen.findByRole('link', { name: 'Chart' });
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) fireEvent.click(link, { [key]: true });
  fireEvent.click(link, { button: 1 });
  fireEvent.click(screen.getByRole('link', { name: 'Chart elsewhere' }));
  window.removeEventListener('click', look);
  expect(taken).toEqual([false, false, false, false, false, false]);
  expect(window.location.pathname).toBe('/onDeck');
});

test('what stands behind the question mark changes, and the screen stays', async () => {
  await open();
  await press('button', 'Tomorrow');
  await heading('List tomorrow');
  expect(window.location.search).toBe('?day=tomorrow');
});

test('code that did not come is told of, and asked for again the next time', async () => {
  await open();
  await press('link', 'Chart');
  await waitFor(() => expect(later).toHaveLength(1));
  await does(() => later[0]?.(true));
  await heading('This screen could not be shown');
  await does(() => history.push('/onDeck'));
  await press('link', 'Chart');
  await waitFor(() => expect(later).toHaveLength(2));
  await does(() => later[1]?.(false));
  await heading('Chart');
});

test('who may not enter is led away, and back leads to where they came from', async () => {
  await open();
  await heading('List today');
  const steps = window.history.length;
  await does(() => history.push('/audit'));
  await waitFor(() => expect(window.location.pathname).toBe('/onDeck'));
  expect(window.history.length).toBe(steps + 1);
  await heading('List today');
});

test('what may be entered changes for who moves, and for no one inside', async () => {
  setVisitor(setup(['manage users']));
  history.replace('/audit');
  await open();
  await heading('Chart');
  setVisitor(setup([]));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(window.location.pathname).toBe('/audit');
  await does(() => history.push('/audit'));
  await waitFor(() => expect(window.location.pathname).toBe('/onDeck'));
});

test('who is signed out is led to the login page, who is signed in past it', async () => {
  setVisitor(null);
  history.replace('/audit?page=2');
  const { unmount } = await open();
  await heading('Login from /audit?page=2');
  unmount();
  setVisitor(setup([]));
  history.replace('/login?returnTo=/editor');
  await open();
  await heading('Editor');
  expect(window.location.pathname).toBe('/editor');
});

test('a screen may ask before it is left', async () => {
  history.replace('/editor');
  await open();
  await heading('Editor');
  await does(() => history.push('/editor?view=week'));
  expect(screen.queryByRole('button', { name: 'Stay' })).toBeNull();
  await does(() => history.push('/onDeck'));
  await press('button', 'Stay');
  expect(window.location.pathname).toBe('/editor');
  await does(() => history.push('/onDeck'));
  await press('button', 'Leave');
  await heading('List today');
  expect(window.location.pathname).toBe('/onDeck');
});

test('a list of addresses that comes with the first of them is waited for', async () => {
  const coming = Promise.withResolvers<void>();
  table = coming.promise;
  routes = [];
  history.replace('/company');
  await open();
  expect(await screen.findByText(/Loading the screen/)).toBeTruthy();
  routes = [{ path: '/company', element: <h1>Company</h1> }];
  await does(coming.resolve);
  await heading('Company');
});

test('an address that came by no move of the router is decided as well', async () => {
  routes.push(screenAt('/company', { permission: { and: ['manage users'] } }, async () => ({ Component: Chart })));
  setVisitor(setup([]));
  history.replace('/chart');
  await open();
  await does(() => later[0]?.(false));
  await heading('Chart');
  for (const address of ['/chart?tab=2', '/company']) {
    await does(() => {
      window.history.pushState(null, '', address);
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
  }
  await waitFor(() => expect(window.location.pathname).toBe('/onDeck'));
});
