import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import type { Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { lookEverywhere } from './desk/look.ts';
import { untilKept } from './drafts.ts';
import { expect, test } from './fixtures.ts';
import { patientOf, visitUrl } from './visits.ts';

const { today } = cast.visits;
const section = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** A tab of that device, whose sync is done. */
async function synced(page: Page): Promise<Page> {
  await expect(page.locator('[data-visit]').first()).toBeVisible();
  await expect(pill(page)).toHaveText('Saved');
  return page;
}

async function write(page: Page, name: string, text: string): Promise<void> {
  await section(page, name).fill(text);
  await section(page, name).blur();
}

type Note = Record<'Subjective' | 'Objective' | 'Assessment' | 'Plan', string>;

async function noteOf(clinic: Clinic, VisitId: string): Promise<Note | undefined> {
  const [note] = await clinic.sql<Note>(
    `select t.* from visit_notes n, jsonb_to_record(n."Sections") as t ("Subjective" text, "Objective" text, "Assessment" text, "Plan" text) where site = 'demo' and "VisitId" = $1`,
    [VisitId],
  );
  return note;
}

/** How often a note or a patient was written. */
async function writesOf(clinic: Clinic, entity: string, pk: string): Promise<number> {
  const [row] = await clinic.sql<{ n: string }>(
    `select count(*) as n from audit_entry where site = 'demo' and entity = $1 and pk = $2`,
    [entity, pk],
  );
  return Number(row?.n);
}

test('two people change one note and one patient: what the one back online chooses is there, once', async ({
  tabOf,
  clinic,
}) => {
  test.setTimeout(240_000);
  const VisitId = today.inProgress;
  const PatientId = await patientOf(clinic, VisitId);
  const url = visitUrl(clinic, VisitId, PatientId);
  const bedside = await synced(await tabOf('pt', 'bedside'));
  const office = await synced(await tabOf('pt', 'office'));
  await Promise.all([bedside.goto(url), office.goto(url)]);
  await expect(section(bedside, 'Subjective')).toBeVisible();
  await expect(section(office, 'Subjective')).toBeVisible();
  const together = 'Pain three of ten after stairs.';
  await write(office, 'Subjective', together);
  await expect(section(bedside, 'Subjective')).toHaveValue(together);
  await clinic.sql(`update patients set alerts = '{"Fall risk"}' where site = 'demo' and "PatientId" = $1`, [
    PatientId,
  ]);
  await expect(bedside.getByText('Fall risk').first()).toBeVisible();

  await bedside.context().setOffline(true);
  await write(bedside, 'Subjective', 'Pain two of ten after stairs. Slept well.');
  await write(bedside, 'Objective', 'Knee flexion 110 degrees.');
  await write(bedside, 'Plan', 'Stairs again.');
  await bedside.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = bedside.getByRole('dialog', { name: 'Edit patient' });
  await form.getByLabel('Alerts').fill('Hard of hearing');
  await form.getByLabel('Alerts').press('Enter');
  await form.getByLabel('Phone').fill('978-555-0111');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(pill(bedside)).toHaveText('Offline, 4 waiting');
  await pill(bedside).click();
  const drawer = bedside.getByRole('dialog', { name: 'Sync status' });
  await expect(drawer.getByRole('list', { name: /Thunderberg, Gus/ }).getByRole('listitem')).toHaveText([
    /Note.*Subjective/,
    /Note.*Objective/,
    /Note.*Plan/,
    /Alerts/,
  ]);
  await lookEverywhere(bedside, 'waiting', '[role=dialog]');
  await bedside.keyboard.press('Escape');

  await write(office, 'Subjective', 'Pain three of ten after stairs, none at rest.');
  await write(office, 'Plan', 'Discharge next week.');
  await office.getByRole('button', { name: 'Edit', exact: true }).click();
  const theirs = office.getByRole('dialog', { name: 'Edit patient' });
  await theirs.getByLabel('Alerts').fill('Latex allergy');
  await theirs.getByLabel('Alerts').press('Enter');
  await theirs.getByLabel('Phone').fill('978-555-0122');
  await theirs.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await noteOf(clinic, VisitId))?.Plan).toBe('Discharge next week.');
  const phone = async () => {
    const [row] = await clinic.sql<{ Phone: string }>(
      `select "Phone" from patients where site = 'demo' and "PatientId" = $1`,
      [PatientId],
    );
    return row?.Phone;
  };
  await expect.poll(phone).toBe('978-555-0122');
  await expect(pill(office)).toHaveText('Saved');
  await bedside.context().setOffline(false);

  // What met no other change is there: a whole section, both alerts, and the phone number that came last.
  await expect(pill(bedside)).toHaveText('Needs attention (2)');
  await expect.poll(async () => (await noteOf(clinic, VisitId))?.Objective).toBe('Knee flexion 110 degrees.');
  const [patient] = await clinic.sql(`select alerts, "Phone" from patients where site = 'demo' and "PatientId" = $1`, [
    PatientId,
  ]);
  expect(patient).toEqual({ alerts: ['Fall risk', 'Latex allergy', 'Hard of hearing'], Phone: '978-555-0111' });
  const [before] = await clinic.sql<{ n: string }>(
    `select count(*) as n from audit_entry where entity = 'patients' and pk = $1 and detail ->> 'Phone' = '978-555-0122'`,
    [PatientId],
  );
  expect(Number(before?.n)).toBe(1);

  const notice = bedside.getByRole('alert').filter({ hasText: 'Part of your note was not accepted' });
  await expect(notice).toContainText('Slept well.');
  await expect(notice).toContainText('Stairs again.');
  await expect(section(bedside, 'Plan')).toHaveValue('Discharge next week.');
  await pill(bedside).click();
  await expect(drawer.getByRole('button', { name: 'Compare and decide' })).toHaveCount(2);
  await lookEverywhere(bedside, 'attention', '[role=dialog]');
  await drawer.getByRole('button', { name: 'Compare and decide' }).first().click();
  await expect(drawer).toHaveCount(0);

  const subjective = bedside.getByRole('region', { name: 'Subjective' });
  const plan = bedside.getByRole('region', { name: 'Plan' });
  await expect(subjective.locator('ins').first()).toBeVisible();
  await bedside.getByRole('button', { name: 'Save note' }).click();
  await expect(subjective).toContainText('Choose what to keep here.');
  await untilKept(bedside, () => subjective.getByRole('radio', { name: 'Keep both: theirs, then mine' }).check());
  await lookEverywhere(bedside, 'compare');
  // A choice outlives the page.
  await expect(bedside.getByText('One section still needs your decision.')).toBeVisible();
  await bedside.reload();
  await expect(subjective.getByRole('radio', { name: 'Keep both: theirs, then mine' })).toBeChecked();
  await plan.getByRole('radio', { name: 'Keep theirs' }).check();
  const written = await writesOf(clinic, 'visitNotes', VisitId);
  await bedside.getByRole('button', { name: 'Save note' }).click();

  const chosen = 'Pain three of ten after stairs, none at rest.\n\nPain two of ten after stairs. Slept well.';
  await expect
    .poll(() => noteOf(clinic, VisitId))
    .toMatchObject({
      Subjective: chosen,
      Objective: 'Knee flexion 110 degrees.',
      Plan: 'Discharge next week.',
    });
  await expect(pill(bedside)).toHaveText('Saved');
  expect(await writesOf(clinic, 'visitNotes', VisitId)).toBe(written + 1);
  await expect(section(bedside, 'Subjective')).toHaveValue(chosen);
  await expect(section(office, 'Subjective')).toHaveValue(chosen);
  await expect(notice).toHaveCount(0);
});
