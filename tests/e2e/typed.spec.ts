import { cast } from '../../server/demo/cast.ts';
import { pill } from './desk/page.ts';
import { crash, makeDevice, openBrowser } from './devices.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { patientOf, visitUrl } from './visits.ts';

const VisitId = cast.visits.today.inProgress;

test('text of a tab that died is told of at the next sign-in, and one press goes on from it', async ({ clinic }) => {
  const device = await makeDevice(clinic);
  const { context, page } = await openBrowser(device.profile);
  try {
    await signIn(page, device, 'pt');
    await page.goto(visitUrl(device, VisitId, await patientOf(clinic, VisitId)));
    const plan = page.getByRole('textbox', { name: 'Plan' });
    const typed = `${await plan.inputValue()} Stairs next.`;
    await plan.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(' Stairs next.');
    await expect(page.locator('#note-Plan-state')).toContainText('saved on this device');
    await crash(page);

    const next = await context.newPage();
    await next.goto(`${device.url}/onDeck`);
    await expect(pill(next)).toHaveText('Needs attention (1)');
    await next.getByRole('button', { name: /account menu/ }).click();
    await next.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(next.getByText('You have an unsaved draft')).toBeVisible();
    await next.getByRole('button', { name: 'Sign out', exact: true }).click();
    await signIn(next, device, 'pt');
    await pill(next).click();
    const left = next.getByRole('list', { name: 'Unsaved drafts' });
    await expect(left.getByText('Note: Plan')).toBeVisible();
    await expectAccessible(next, { within: '[role=dialog]' });
    await left.getByRole('button', { name: 'Open note' }).click();
    await expect(next.getByRole('textbox', { name: 'Plan' })).toHaveValue(typed);
    // What came back is queued a moment after it is shown; until then there is nothing to send.
    const stored = async () => {
      const [note] = await clinic.sql<{ Plan: string }>(
        `select "Sections" ->> 'Plan' as "Plan" from visit_notes where site = 'demo' and "VisitId" = $1`,
        [VisitId],
      );
      return note?.Plan;
    };
    await expect.poll(stored).toBe(typed);
    await expect(pill(next)).toHaveText('Saved');
  } finally {
    await context.close();
    await device.clean();
  }
});
