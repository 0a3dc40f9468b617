import type { Browser } from '@playwright/test';
import { cast } from '../../../server/demo/cast.ts';
import type { Clinic } from '../../clinic.ts';
import { look } from '../desk/look.ts';
import { expect, signIn } from '../fixtures.ts';
import { bookFollowUpsOnline } from './kiosk.ts';

/** A chart whose address the intake changes, at a facility with review sites, and a patient who agreed to all messages. */
export async function agreesToAll(
  clinic: Clinic,
  { PatientId, VisitId }: { PatientId: string; VisitId: string },
): Promise<void> {
  await clinic.sql(`update visits set "FacilityId" = $2 where site = 'demo' and "VisitId" = $1`, [
    VisitId,
    cast.facilities.harborview,
  ]);
  await clinic.sql(
    `update patients set "City" = 'Gloucester', "PostalCode" = '01930' where site = 'demo' and "PatientId" = $1`,
    [PatientId],
  );
  await clinic.sql(
    `insert into consent_ledger (site, "PatientId", channel, purpose, given, how, wording, at)
     select 'demo', $1, channel, purpose, true, 'staff', 'chart', now()
     from unnest(array['email', 'text']) channel, unnest(array['hep', 'surveys', 'reviews']) purpose`,
    [PatientId],
  );
  await bookFollowUpsOnline(clinic, VisitId);
}

/** A therapist writes a home program of one exercise, a bridge, and sends its link. */
export async function sendHomeProgram(browser: Browser, clinic: Clinic, PatientId: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const therapist = await context.newPage();
  await signIn(therapist, clinic, 'pt');
  await therapist.goto(`${clinic.url}/patients/${PatientId}?tab=documentation`);
  await therapist
    .getByRole('button', { name: /^Add a home program/ })
    .first()
    .click();
  const drawer = therapist.getByRole('dialog', { name: 'New home program' });
  await drawer.getByRole('combobox', { name: 'Add an exercise' }).fill('bridge');
  await therapist.getByRole('option', { name: 'Bridge', exact: true }).click();
  await expect(drawer.getByRole('button', { name: 'Remove Bridge' })).toBeVisible();
  await look(therapist, 'home-program-builder');
  await drawer.getByRole('button', { name: 'Save program' }).click();
  await therapist.getByRole('button', { name: 'Send the draft' }).click();
  await expect(therapist.getByText(/^The link was sent by /)).toBeVisible();
  await look(therapist, 'home-programs');
  await context.close();
}
