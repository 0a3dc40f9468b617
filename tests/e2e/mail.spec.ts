import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test as base } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { makeClinic, type Clinic } from '../clinic.ts';
import { expectAccessible, launchOptions, signIn } from './fixtures.ts';

type Parts = { house: { clinic: Clinic; arrived: string[] } };

/** A clinic with a mail server of its own, which knows everybody but the biller. */
const test = base.extend<object, Parts>({
  launchOptions: [launchOptions, { scope: 'worker' }],
  house: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const arrived: string[] = [];
      const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        disableReverseLookup: true,
        onRcptTo({ address }, _session, done) {
          const isKnown = !address.startsWith('biller');
          done(isKnown ? null : Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
        },
        async onData(stream, _session, done) {
          let text = '';
          for await (const part of stream) text += String(part);
          arrived.push(text.replace(/=\r\n/g, '').replaceAll('=3D', '='));
          done();
        },
      });
      server.listen(0, '127.0.0.1');
      await once(server.server, 'listening');
      const { port } = server.server.address() as AddressInfo;
      const clinic = await makeClinic(
        { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Mainstay <mainstay@clinic.example>' },
        'copied',
      );
      await clinic.start();
      await use({ clinic, arrived });
      await clinic.stop();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.describe.configure({ timeout: 150_000 });
const shots = process.env['SHOTS'];

test('a link goes out by mail and works; the page says what became of it and shows no link', async ({
  page,
  house,
}) => {
  const { clinic, arrived } = house;
  for (const email of ['pt@demo.test', 'biller@demo.test']) {
    await page.goto(`${clinic.url}/account/forgot`);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: /link/i }).click();
    await expect(page.getByLabel('Email')).toHaveCount(0);
  }
  // By the hour of the day the clinic writes to its patients as well.
  const withLinks = () => arrived.filter((text) => text.includes('/account/link#'));
  await expect.poll(() => withLinks().length, { timeout: 20_000 }).toBe(1);
  const [mail = ''] = withLinks();
  expect(mail).toContain('To: pt@demo.test');
  const address = /http:\/\/\S+\/account\/link#\S+/.exec(mail)?.[0] ?? '';
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible();

  await signIn(page, clinic, 'admin');
  await page.goto(`${clinic.url}/company/mail`);
  const table = page.getByRole('table', { name: 'Emails, newest first' });
  await expect(table.getByRole('row', { name: /pt@demo\.test/ })).toContainText('Sent');
  await expect(table.getByRole('row', { name: /biller@demo\.test/ })).toContainText('Failed');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      if (shots) await page.screenshot({ path: `${shots}/mail-${width}-${colorScheme}.png` });
      await expectAccessible(page);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await table
    .getByRole('row', { name: /biller@demo\.test/ })
    .getByRole('button')
    .click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('The mail server rejected this address (550).')).toBeVisible();
  await expect(drawer.getByText('only the email shows the link')).toBeVisible();
  await expect(drawer.getByText('link#')).toHaveCount(0);
  if (shots) await page.screenshot({ path: `${shots}/mail-drawer.png` });
  await expectAccessible(page);
});
