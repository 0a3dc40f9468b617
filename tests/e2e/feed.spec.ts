import { lookEverywhere } from './desk/look.ts';
import { expect, test } from './fixtures.ts';

test('own visits at a secret address: made, shown once, renewed and ended', async ({ tabOf, clinic }) => {
  const page = await tabOf('pt');
  await page.goto(`${clinic.url}/account`);
  const part = page.getByRole('region', { name: 'Your visits in another calendar' });
  const address = part.locator('[data-feed-url]');
  await part.getByRole('button', { name: 'Create a link' }).click();
  await expect(address).toHaveText(/\/api\/feeds\/demo\/[\w-]{43}\.ics$/);
  await lookEverywhere(page, 'feed');
  const read = async (url: string) => page.request.get(`${clinic.url}${new URL(url).pathname}`);
  const first = (await address.textContent()) ?? '';
  const reply = await read(first);
  expect([reply.status(), reply.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(await reply.text()).toMatch(
    /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[\s\S]*BEGIN:VEVENT\r\n[\s\S]*END:VCALENDAR\r\n$/,
  );

  await page.reload();
  await expect(part.getByText(/last read/)).toBeVisible();
  await expect(address).toHaveCount(0);
  await part.getByRole('button', { name: 'Create a new link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create a new link' }).click();
  await expect(address).toBeVisible();
  const second = (await address.textContent()) ?? '';
  expect(second).not.toBe(first);
  expect([(await read(first)).status(), (await read(second)).status()]).toEqual([404, 200]);

  await part.getByRole('button', { name: 'Turn off link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off link' }).click();
  await expect(part.getByRole('button', { name: 'Create a link' })).toBeVisible();
  expect((await read(second)).status()).toBe(404);
});

test('who has no visits of their own is offered none', async ({ tabOf, clinic }) => {
  const page = await tabOf('front');
  await page.goto(`${clinic.url}/account`);
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your visits in another calendar' })).toHaveCount(0);
});
