import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt, importJWK, SignJWT, type JWK } from 'jose';
import { cast, cast2 } from '../../server/demo/cast.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { makeDevice } from './devices.ts';
import { expect, keyIsKept, signIn, test, typeEmail } from './fixtures.ts';
import { arrivalsIn, cardOf } from './visits.ts';

const { today } = cast.visits;

async function typeCredentials(page: Page, email: string, password = demoPassword): Promise<void> {
  await typeEmail(page, email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

test('who is not signed in is led back to where they wanted to go, query and all', async ({ clinic, elsewhere }) => {
  const page = await elsewhere();
  await page.goto(`${clinic.url}/patients/${cast.patients.rosa}?tab=insurance`);
  await page.waitForURL((url) => url.pathname === '/login');
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe(`/patients/${cast.patients.rosa}?tab=insurance`);
  await typeCredentials(page, 'pt@demo.test');
  await page.waitForURL(`${clinic.url}/patients/${cast.patients.rosa}?tab=insurance`);
  await expect(page.getByRole('tab', { name: 'Insurance', selected: true })).toBeVisible();
  await keyIsKept(page);
  await page.goto(`${clinic.url}/login?returnTo=${encodeURIComponent('//elsewhere.example/path')}`);
  await page.waitForURL(`${clinic.url}/onDeck`);
});

test('who signs out at a chart leaves no way to it: the next person begins at their own first screen', async ({
  clinic,
  elsewhere,
}) => {
  const page = await elsewhere();
  await signIn(page, clinic, 'front');
  await page.goto(`${clinic.url}/patients/${cast.patients.rosa}`);
  await expect(page.getByRole('tab', { name: 'Insurance' })).toBeVisible();
  await signOut(page);
  await page.waitForURL(`${clinic.url}/login`);
  await typeCredentials(page, 'pt@demo.test');
  await page.waitForURL(`${clinic.url}/onDeck`);
});

test('a wrong password and an unknown address get the same sentence, an empty form its own', async ({
  clinic,
  elsewhere,
}) => {
  const page = await elsewhere();
  await page.goto(`${clinic.url}/login`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your email, such as name@clinic.com.')).toBeVisible();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  for (const email of ['pt@demo.test', 'nobody@demo.test']) {
    await typeCredentials(page, email, 'not the password');
    await expect(page.getByRole('alert').filter({ hasText: 'The email or password is wrong.' })).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await expect(page).toHaveURL(`${clinic.url}/login`);
  }
});

test('the sync worker loads while the password is being checked, once for every try, and goes with the person', async ({
  page,
  clinic,
}) => {
  const running = () => page.workers().filter((worker) => worker.url().includes('sync.worker'));
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/session/login', async (route) => {
    asked.resolve();
    await answer.promise;
    await route.continue();
  });
  await page.goto(`${clinic.url}/login`);
  await typeCredentials(page, 'pt@demo.test', 'not the password');
  await asked.promise;
  await expect.poll(() => running().length).toBe(1);
  const [first] = running();
  answer.resolve();
  await expect(page.getByRole('alert').filter({ hasText: 'The email or password is wrong.' })).toBeVisible();
  await typeCredentials(page, 'pt@demo.test');
  await page.waitForURL(`${clinic.url}/onDeck`);
  await expect(pill(page)).toHaveText('Saved');
  expect(running()).toEqual([first]);
  await signOut(page);
  await page.waitForURL(`${clinic.url}/login`);
  await expect.poll(() => running().length).toBe(0);
});

test('a sync worker that could not be loaded for the first try is fetched for the next one', async ({
  browser,
  clinic,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const aborted = Promise.withResolvers<void>();
    await page.route('**/sync.worker*', async (route) => {
      await route.abort();
      aborted.resolve();
    });
    await page.goto(`${clinic.url}/login`);
    await typeCredentials(page, 'pt@demo.test', 'not the password');
    await expect(page.getByRole('alert').filter({ hasText: 'The email or password is wrong.' })).toBeVisible();
    await aborted.promise;
    await page.unroute('**/sync.worker*');
    await typeCredentials(page, 'pt@demo.test');
    await page.waitForURL(`${clinic.url}/onDeck`);
    await expect(pill(page)).toHaveText('Saved');
  } finally {
    await context.close();
  }
});

test('who comes in without a sync worker is told that changes are not sent', async ({ browser, clinic }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await page.route('**/sync.worker*', (route) => route.abort());
    await page.goto(`${clinic.url}/login`);
    await typeCredentials(page, 'pt@demo.test');
    await page.waitForURL(`${clinic.url}/onDeck`);
    await expect(page.getByText('Changes are saved on this device but can’t be sent now.').first()).toBeVisible();
  } finally {
    await context.close();
  }
});

test('an address no one made leads to a page that says so, a forbidden one to the work list', async ({
  clinic,
  elsewhere,
}) => {
  const page = await elsewhere();
  await page.goto(`${clinic.url}/no/such/page`);
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  await signIn(page, clinic, 'front');
  await page.goto(`${clinic.url}/importer`);
  await expect(page).toHaveURL(`${clinic.url}/onDeck`);
  await expect(
    page.getByText('You do not have permission to access the requested area', { exact: true }),
  ).toBeVisible();
  await page.goto(`${clinic.url}/superuser`);
  await expect(page).toHaveURL(`${clinic.url}/onDeck`);
});

/** The same token as it will be when its time is over. */
async function expired(clinic: Clinic, token: string): Promise<string> {
  const { sub = '', site, sid, SuperUser } = decodeJwt(token);
  const key = await importJWK(
    JSON.parse(readFileSync(join(clinic.dataDir, 'signing-key.jwk'), 'utf8')) as JWK,
    'EdDSA',
  );
  return new SignJWT({ site, sid, SuperUser })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject(sub)
    .setAudience('mainstay-api')
    .setIssuedAt(Math.floor(Date.now() / 1000) - 2_000)
    .setExpirationTime(Math.floor(Date.now() / 1000) - 1_000)
    .sign(key);
}

/**
 * From now on the token in use is expired; counts what the server refused and what a renewed token got. While `isCut`
 * says so no call gets through.
 */
async function expireToken(
  page: Page,
  clinic: Clinic,
  isCut = () => false,
): Promise<{ refused: number; renewed: number }> {
  const seen = { refused: 0, renewed: 0 };
  let former: string | undefined;
  await page.context().route('**/api/**', async (route) => {
    const { authorization } = route.request().headers();
    if (isCut()) return route.abort('internetdisconnected');
    if (route.request().url().endsWith('/session/refresh')) {
      seen.renewed += 1;
      return route.continue();
    }
    former ??= authorization;
    if (!authorization || authorization !== former) return route.continue();
    const token = await expired(clinic, authorization.replace('Bearer ', ''));
    const response = await route.fetch({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } });
    if (response.status() === 401) seen.refused += 1;
    return route.fulfill({ response });
  });
  return seen;
}

test('an expired token is renewed without a word', async ({ clinic, elsewhere }) => {
  const page = await elsewhere();
  await signIn(page, clinic, 'front');
  await expect(pill(page)).toHaveText('Saved');
  const seen = await expireToken(page, clinic);
  await cardOf(page, today.scheduled)
    .getByRole('button', { name: /^Check in/ })
    .click();
  await expect.poll(() => arrivalsIn(clinic, today.scheduled, 'checkedIn')).toBe(1);
  await expect(pill(page)).toHaveText('Saved');
  expect(seen.refused).toBeGreaterThan(0);
  // What was refused last may only now ask for a new one.
  await expect.poll(() => seen.renewed).toBe(1);
  await expect(page).toHaveURL(`${clinic.url}/onDeck`);
});

test('a page that comes back asks for one token, whoever needs it first', async ({ clinic, elsewhere }) => {
  const page = await elsewhere();
  await signIn(page, clinic, 'front');
  await expect(pill(page)).toHaveText('Saved');
  await keyIsKept(page);
  let asked = 0;
  page.on('request', (request) => void (asked += Number(request.url().endsWith('/session/refresh'))));
  for (let reloads = 1; reloads <= 4; reloads += 1) {
    const pulled = page.context().waitForEvent('response', (response) => response.url().endsWith('/sync/pull'));
    await page.reload();
    await pulled;
    await expect(pill(page)).toHaveText('Saved');
    expect(asked).toBe(reloads);
  }
});

test('a session that was ended elsewhere asks to sign in and leads back; what waits is sent then', async ({
  clinic,
  elsewhere,
}) => {
  const page = await elsewhere();
  await signIn(page, clinic, 'front');
  await expect(pill(page)).toHaveText('Saved');
  await expect(cardOf(page, today.confirmed)).toBeVisible();
  // Before anything is asked without the network: what is asked earlier could be sent with the token when it is back.
  let isCut = true;
  await expireToken(page, clinic, () => isCut);
  await page.context().setOffline(true);
  await cardOf(page, today.confirmed)
    .getByRole('button', { name: /^Check in/ })
    .click();
  await expect(pill(page)).toHaveText('Offline, 1 waiting');
  await page.context().clearCookies();
  isCut = false;
  await page.context().setOffline(false);
  await page.waitForURL((url) => url.pathname === '/login');
  expect(await arrivalsIn(clinic, today.confirmed, 'checkedIn')).toBe(0);
  // What is on its way is answered first.
  await page.context().unrouteAll({ behavior: 'wait' });
  await typeCredentials(page, 'front@demo.test');
  await page.waitForURL(`${clinic.url}/onDeck`);
  await expect.poll(() => arrivalsIn(clinic, today.confirmed, 'checkedIn')).toBe(1);
  await expect(pill(page)).toHaveText('Saved');
});

test('signing out with changes not sent asks, keeps them sealed, and sends them at the next sign-in', async ({
  page,
  context,
  clinic,
}) => {
  const device = await makeDevice(clinic);
  try {
    await signIn(page, device, 'front');
    await expect(cardOf(page, today.riverside)).toBeVisible();
    device.network.cut();
    await context.setOffline(true);
    await cardOf(page, today.riverside)
      .getByRole('button', { name: /^Check in/ })
      .click();
    await expect(pill(page)).toHaveText('Offline, 1 waiting');
    await signOut(page);
    const dialog = page.getByRole('dialog', { name: 'One change is not sent yet' });
    await expect(dialog).toContainText('It stays encrypted on this device and is sent when you sign in here again.');
    await dialog.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(dialog).toHaveCount(0);
    await signOut(page);
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    expect(await sealedCalls(page)).toEqual({ count: 1, readable: false });
    device.network.mend();
    await context.setOffline(false);
    await typeCredentials(page, 'biller@demo.test');
    await page.waitForURL((url) => url.pathname === '/onDeck');
    await expect(pill(page)).toHaveText('Saved');
    await expect(page.locator(`[data-visit="${today.riverside}"][data-stage="confirmed"]`)).toBeVisible();
    expect(await arrivalsIn(clinic, today.riverside, 'checkedIn')).toBe(0);
    await signOut(page);
    await page.waitForURL((url) => url.pathname === '/login');
    await typeCredentials(page, 'front@demo.test');
    await page.waitForURL((url) => url.pathname === '/onDeck');
    await expect.poll(() => arrivalsIn(clinic, today.riverside, 'checkedIn')).toBe(1);
    await expect(pill(page)).toHaveText('Saved');
  } finally {
    await device.clean();
  }
});

test('a browser that was killed before its new cookie was on disk goes on an hour later, without a word', async ({
  clinic,
  elsewhere,
}) => {
  const page = await elsewhere();
  const context = page.context();
  const session = async () => {
    const [row] = await clinic.sql<{ SessionId: string; hasDevice: boolean; endedWhy: string | null; taken: string }>(
      `select "SessionId", "deviceHash" is not null as "hasDevice", "endedWhy",
         (select count(*) from audit_entry a where a.pk = s."SessionId"::text and a.action = 'sign-in taken up again') as taken
       from sessions s where site = 'demo' and "UserId" = $1 order by "createdAt" desc limit 1`,
      [cast.users.front],
    );
    return row;
  };
  await signIn(page, clinic, 'front');
  await expect(pill(page)).toHaveText('Saved');
  await expect.poll(async () => (await session())?.hasDevice).toBe(true);
  await keyIsKept(page);
  const kept = await context.cookies(`${clinic.url}/api/session`);
  const renewed = page.waitForResponse((response) => response.url().endsWith('/session/refresh'));
  await page.reload();
  await renewed;
  await expect(pill(page)).toHaveText('Saved');
  await context.setOffline(true);
  await context.addCookies(kept);
  await clinic.sql(`update sessions set "rotatedAt" = "rotatedAt" - interval '1 hour' where "SessionId" = $1`, [
    (await session())?.SessionId,
  ]);
  await page.reload();
  await cardOf(page, today.ptaConfirmed)
    .getByRole('button', { name: /^Check in/ })
    .click();
  await context.setOffline(false);
  await expect.poll(() => arrivalsIn(clinic, today.ptaConfirmed, 'checkedIn')).toBe(1);
  await expect(pill(page)).toHaveText('Saved');
  await expect(page).toHaveURL(`${clinic.url}/onDeck`);
  expect(await session()).toMatchObject({ endedWhy: null, taken: '1' });
});

/** What the outbox of the front desk holds, and whether the visit's name of the call can be read in it. */
function sealedCalls(page: Page): Promise<{ count: number; readable: boolean }> {
  return page.evaluate(
    (name) =>
      new Promise((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('calls').objectStore('calls').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            const calls: { c: ArrayBuffer }[] = reading.result;
            const texts = calls.map((call) => new TextDecoder().decode(call.c) + JSON.stringify(call));
            resolve({ count: calls.length, readable: texts.some((text) => text.includes('visits.move')) });
          };
        };
      }),
    `mainstay-outbox-demo-${cast.users.front}`,
  );
}

test('a superuser chooses a site and sees that site alone', async ({ clinic, elsewhere }) => {
  const page = await elsewhere();
  await signIn(page, clinic, 'super', '/superuser');
  await expect(page.getByRole('heading', { name: 'Select Site' })).toBeVisible();
  const sites = page.getByRole('table', { name: 'Sites' });
  await sites.getByRole('row').filter({ hasText: 'demo2' }).click();
  await page.waitForURL(`${clinic.url}/onDeck`);
  await expect(cardOf(page, cast2.visits.today.confirmed)).toBeVisible();
  await expect(pill(page)).toHaveText('Saved');
  const shown = await page
    .locator('[data-visit]')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-visit')));
  const own = await clinic.sql<{ VisitId: string }>(`select "VisitId" from visits where site = 'demo2'`);
  const ids = new Set(own.map((row) => row.VisitId));
  expect(shown.filter((id) => !ids.has(id ?? ''))).toEqual([]);
  await page.goto(`${clinic.url}/patients/${cast.patients.rosa}`);
  await expect(page.getByText('This chart could not be opened')).toBeVisible();
  const [ada] = await clinic.sql<{ LastName: string }>(`select "LastName" from patients where "PatientId" = $1`, [
    cast2.patients.ada,
  ]);
  const [rosa] = await clinic.sql<{ LastName: string; FirstName: string }>(
    `select * from patients where "PatientId" = $1`,
    [cast.patients.rosa],
  );
  const box = page.getByRole('searchbox', { name: 'Search patients' });
  await box.fill(ada?.LastName ?? '');
  await expect(page.locator(`a[href="/patients/${cast2.patients.ada}"]`)).toBeVisible();
  await box.fill(`${rosa?.LastName} ${rosa?.FirstName}`);
  await expect(page.getByText('No one with that name')).toBeVisible();
});

test('dark is kept through a reload and with the user on the server, and is there at the next sign-in', async ({
  clinic,
  elsewhere,
}) => {
  const page = await elsewhere();
  await signIn(page, clinic, 'pta');
  const scheme = (of: Page) => of.locator('html').getAttribute('data-mantine-color-scheme');
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(() => scheme(page)).toBe('dark');
  const stored = async () => {
    const [user] = await clinic.sql<{ Preferences: { colorScheme?: string } }>(
      `select "Preferences" from users where site = 'demo' and "UserId" = $1`,
      [cast.users.pta],
    );
    return user?.Preferences.colorScheme;
  };
  await expect.poll(stored).toBe('dark');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'On Deck' })).toBeVisible();
  expect(await scheme(page)).toBe('dark');
  await signOut(page);
  await page.waitForURL(`${clinic.url}/login`);
  // As on a device that knows nothing of it.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect.poll(() => scheme(page)).toBe('light');
  await signIn(page, clinic, 'pta');
  await expect.poll(() => scheme(page)).toBe('dark');
});
