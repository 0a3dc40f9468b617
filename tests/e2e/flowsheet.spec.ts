import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { allIsHere, cardOf, patientOf, visitUrl } from './visits.ts';

const VisitId = cast.visits.today.inProgress;
const shots = process.env['SHOTS'];

async function look(page: Page, name: string): Promise<void> {
  if (!shots) return;
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('grid').scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${shots}/${name}-${width}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a day of exercises by keyboard alone, without the network, to the signature', async ({ tabOf, clinic }) => {
  const page = await tabOf('pt');
  const press = (key: string) => page.keyboard.press(key);
  await allIsHere(page);
  await page.goto(visitUrl(clinic, VisitId, await patientOf(clinic, VisitId)));
  const grid = page.getByRole('grid', { name: 'Flowsheet' });
  await expect(grid.getByRole('rowheader', { name: /^Bridge/ })).toBeVisible();
  // The library comes with the app and is read before the network goes.
  await page.getByRole('button', { name: 'Add exercise' }).focus();
  await press('Enter');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Exercise' })).toBeFocused();
  await press('Escape');
  await expect(grid).toBeFocused();
  await page.context().setOffline(true);

  await test.step('a row of the library and one of its own', async () => {
    for (const [typed, name] of [
      ['bird', 'Bird dog'],
      ['Ladder drill', 'Ladder drill'],
    ] as const) {
      await press('+');
      const field = page.getByRole('dialog').getByRole('textbox', { name: 'Exercise' });
      await expect(field).toBeFocused();
      await page.keyboard.type(typed);
      await press('ArrowDown');
      await press('Enter');
      await expect(grid.getByRole('rowheader', { name: new RegExp(`^${name}`, 'i') })).toBeVisible();
      await expect(grid).toBeFocused();
    }
  });

  const cell = (name: string) =>
    grid
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) })
      .getByRole('gridcell')
      .first();

  await test.step('same as last for the column', async () => {
    await expect(cell('Bridge')).toContainText('Not recorded. Last: 3x12 @5lb');
    await press('Control+ArrowUp');
    await press('=');
    await expect(cell('Bridge')).toHaveText('3x12 @5lb');
    await expect(cell('Bird dog')).toHaveText('');
    await look(page, 'flowsheet');
    await expectAccessible(page);
  });

  await test.step('two changed cells, one that cannot be read, and back', async () => {
    await press('ArrowDown');
    await page.keyboard.type('felt good');
    await press('Enter');
    await press('ArrowUp');
    await expect(page.getByRole('alert').filter({ hasText: 'is not part of a dose' })).toBeVisible();
    await expect(page.getByText(/Bridge: “felt” is not part of a dose/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeDisabled();
    await look(page, 'flowsheet-wrong');
    await press('Control+z');
    await expect(cell('Bridge')).toHaveText('3x12 @5lb');
    await page.keyboard.type('3x15@5lb');
    await press('Enter');
    await press('F2');
    await page.keyboard.type(' L');
    await press('Shift+Enter');
    await expect(cell('Bridge')).toHaveText('3x15 @5lb');
  });

  await test.step('minutes of each code, then the note', async () => {
    for (const [name, minutes] of [
      ['Bridge', '23'],
      ['Heel raise', '15'],
      ['Step-up', '10'],
    ] as const) {
      await grid.focus();
      await press('Control+Home');
      for (let presses = 0; presses < 12; presses += 1) {
        const at = await grid.getAttribute('aria-activedescendant');
        if (at === (await cell(name).getAttribute('id'))) break;
        await press('ArrowDown');
      }
      await press('Alt+m');
      await expect(page.getByRole('textbox', { name: /^Minutes, service/ }).and(page.locator(':focus'))).toBeVisible();
      await page.keyboard.type(minutes);
    }
    await expect(page.getByText('48 timed min')).toBeVisible();
    await page.getByRole('textbox', { name: 'Assessment' }).focus();
    await page.keyboard.type('Tolerated the added load.');
    await page.getByRole('textbox', { name: 'Plan' }).focus();
    await page.keyboard.type('Go on.');
    await page.getByRole('button', { name: 'Sign', exact: true }).focus();
    await press('Enter');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).focus();
    await press('Enter');
    await expect(page.getByText(/Signed electronically by/)).toBeVisible();
    await expect(grid).toHaveAttribute('aria-readonly', 'true');
    await look(page, 'flowsheet-signed');
  });

  await page.context().setOffline(false);
  await expect
    .poll(
      () =>
        clinic.sql(`select "signedAt" is not null as signed from visit_notes where site = 'demo' and "NoteId" = $1`, [
          VisitId,
        ]),
      { timeout: 30_000 },
    )
    .toEqual([{ signed: true }]);
  const [column] = await clinic.sql<{ Cells: Record<string, { Dose: object | null }> }>(
    `select "Cells" from visit_exercises where site = 'demo' and "VisitId" = $1`,
    [VisitId],
  );
  expect(Object.values(column?.Cells ?? {}).filter(({ Dose }) => Dose !== null)).toHaveLength(4);
  const services = await clinic.sql(
    `select "CPT_Code", "Minutes" from services where site = 'demo' and "VisitId" = $1 order by "CPT_Code"`,
    [VisitId],
  );
  expect(services).toEqual([
    { CPT_Code: '97110', Minutes: 23 },
    { CPT_Code: '97112', Minutes: 15 },
    { CPT_Code: '97530', Minutes: 10 },
  ]);
});

/** Clicks, and keys that are no prose: what a visit costs besides what is said of it. */
function counting(page: Page) {
  const count = { actions: 0, keys: 0 };
  return {
    count,
    async act(at: Locator) {
      await at.click();
      count.actions += 1;
    },
    async press(...keys: string[]) {
      for (const key of keys) await page.keyboard.press(key);
      count.keys += keys.length;
    },
    async type(text: string) {
      await page.keyboard.type(text);
      count.keys += text.length;
    },
    say: (text: string) => page.keyboard.type(text),
  };
}

test('from check-in to signed it takes at most 12 actions and 60 keys beyond prose', async ({ tabOf, clinic }) => {
  const later = randomUUID();
  await clinic.sql(
    `insert into visits (site, "VisitId", "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End", stage)
     select site, $2, "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName",
            left("Start", 10) || 'T17:00', left("Start", 10) || 'T17:45', 'confirmed'
     from visits where site = 'demo' and "VisitId" = $1`,
    [VisitId, later],
  );
  const page = await tabOf('pt');
  await page.setViewportSize({ width: 1440, height: 900 });
  const card = cardOf(page, later);
  await expect(card).toBeVisible({ timeout: 60_000 });
  const { count, act, press, type, say } = counting(page);
  await act(card.getByRole('button', { name: /^Check in/ }));
  await act(card.getByRole('link'));
  await act(page.getByRole('button', { name: 'Start', exact: true }));
  const grid = page.getByRole('grid', { name: 'Flowsheet' });
  const cell = (name: string) =>
    grid
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) })
      .getByRole('gridcell')
      .first();
  await expect(cell('Bridge')).toContainText('Last: 3x15 @5lb');
  await expect(page.getByRole('button', { name: 'End visit', exact: true })).toBeVisible();
  await act(cell('Bridge'));
  await press('Control+ArrowUp', '=');
  await expect(cell('Step-up')).toHaveText('3x10 L');
  await press('ArrowDown');
  await type('3x20');
  await press('Enter');
  await type('2x15');
  await press('Enter');
  await expect(cell('Bridge')).toHaveText('3x20');
  for (const [name, minutes] of [
    ['Bridge', '23'],
    ['Heel raise', '15'],
    ['Step-up', '10'],
  ] as const) {
    await act(cell(name));
    await press('Alt+m');
    await expect(page.getByRole('textbox', { name: /^Minutes, service/ }).and(page.locator(':focus'))).toBeVisible();
    await type(minutes);
  }
  await expect(page.getByText('48 timed min')).toBeVisible();
  await act(page.getByRole('textbox', { name: 'Assessment', exact: true }));
  await say('Holds the third set without a cue for the first time.');
  await press('Tab');
  await say('Raise the step by one notch on Friday.');
  await act(page.getByRole('button', { name: 'Sign', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Sign this note?' });
  await act(dialog.getByRole('button', { name: 'Sign', exact: true }));
  await expect(page.getByText(/Signed electronically by/)).toBeVisible();
  console.log(`check-in to signed: ${JSON.stringify(count)}`);
  expect(count.actions).toBeLessThanOrEqual(12);
  expect(count.keys).toBeLessThanOrEqual(60);
});
