import { expect, type Page } from '@playwright/test';
import { cast, type DemoUserName } from '../../server/demo/cast.ts';
import type { Clinic } from '../clinic.ts';

export function visitUrl(clinic: Pick<Clinic, 'url'>, VisitId: string, PatientId: string): string {
  return `${clinic.url}/patients/${PatientId}?visit=${VisitId}`;
}

export const cardOf = (page: Page, VisitId: string) => page.locator(`[data-visit="${VisitId}"]`);

export async function checkIn(page: Page, VisitId: string): Promise<void> {
  await cardOf(page, VisitId)
    .getByRole('button', { name: /^Check in/ })
    .click();
}

export async function patientOf(clinic: Clinic, VisitId: string): Promise<string> {
  const [row] = await clinic.sql<{ PatientId: string }>(
    `select "PatientId" from visits where site = 'demo' and "VisitId" = $1`,
    [VisitId],
  );
  return row?.PatientId ?? '';
}

export async function stageOf(clinic: Clinic, VisitId: string): Promise<string> {
  const [row] = await clinic.sql<{ stage: string }>(`select stage from visits where site = 'demo' and "VisitId" = $1`, [
    VisitId,
  ]);
  return row?.stage ?? '';
}

/** How often a visit came to a stage, as its history tells. */
export async function arrivalsIn(clinic: Clinic, VisitId: string, stage: string): Promise<number> {
  const [row] = await clinic.sql<{ n: string }>(
    `select count(*) as n from visit_history where site = 'demo' and "VisitId" = $1 and "to" = $2`,
    [VisitId, stage],
  );
  return Number(row?.n);
}

/** Charts and names of the whole clinic have arrived. */
export async function allIsHere(page: Page, who: DemoUserName = 'pt'): Promise<void> {
  const hydration = () =>
    page.evaluate(async (name) => {
      // Opening a database that is not there yet would make an empty one in its place.
      if (!(await indexedDB.databases()).some((each) => each.name === name)) return 'no mirror yet';
      return new Promise<string>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('kv').objectStore('kv').get('hydration');
          reading.onsuccess = () => {
            opening.result.close();
            const row = reading.result as { value: { P1: { done: boolean }; names: { done: boolean } } } | undefined;
            resolve(row ? `${row.value.P1.done} ${row.value.names.done}` : 'nothing yet');
          };
        };
      });
    }, `mainstay-mirror-demo-${cast.users[who]}`);
  await expect.poll(hydration, { timeout: 40_000 }).toBe('true true');
}

/** One for each patient: two may have the same name. */
export async function namesOf(clinic: Clinic, where: string): Promise<string[]> {
  const rows = await clinic.sql<{ FirstName: string; LastName: string }>(
    `select distinct p."PatientId", p."FirstName", p."LastName" from visits v join patients p on p.site = v.site and p."PatientId" = v."PatientId"
     where v.site = 'demo' and v.stage not in ('cancelled', 'noShow', 'lateCancel') and ${where}`,
  );
  return rows.map(({ FirstName, LastName }) => `${LastName}, ${FirstName}`);
}

export const dayOfVisit = (VisitId: string) =>
  `(select left(t."Start"::text, 10) from visits t where t."VisitId" = '${VisitId}')`;

/** The day it is at the demo clinic. */
export async function todayAt(clinic: Clinic): Promise<string> {
  const [row] = await clinic.sql<{ today: string }>(
    `select (now() at time zone "TimeZone")::date::text as today from sites where site = 'demo'`,
  );
  return row?.today ?? '';
}
