import { chromium, type Browser } from 'playwright';
import { cast } from '../../server/demo/cast.ts';
import { launchOptions } from '../chromium.ts';
import { makeClinic, type Clinic } from '../clinic.ts';
import { assertAll, figure, type Figure } from './measure.ts';

const runs = 3;
/** Core Web Vitals, good; of a phone of 2019. */
const paintMs = 2_500;
/** As Lighthouse has slow 4G: bytes a second, and ms there and back. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const slowdown = 4;
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

/** How soon the pages for patients show most of what they show, for who opens them for the first time. */
export async function benchPublicPaint(): Promise<Figure[]> {
  const clinic = await makeClinic({ REQUESTS_PER_MINUTE: '1000000', SIGN_INS_PER_QUARTER_HOUR: '1000000' });
  const browser = await chromium.launch(launchOptions);
  try {
    await clinic.start();
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(await addresses(clinic))) {
      const times: number[] = [];
      for (let run = 0; run < runs; run += 1) times.push(await paintOf(browser, clinic.url + path));
      figures.push(figure(`${name}: largest contentful paint, slow 4G and 4x throttle`, 'ms', times, paintMs));
    }
    return figures;
  } finally {
    await browser.close();
    await clinic.stop();
  }
}

/** As patients come to them: by the link of a message, or by an address of the clinic’s. */
async function addresses(clinic: Clinic): Promise<Record<string, string>> {
  const VisitId = cast.visits.today.scheduled;
  const [visit] = await clinic.sql<{ PatientId: string; FacilityId: string }>(
    `select "PatientId", "FacilityId" from visits where site = 'demo' and "VisitId" = $1`,
    [VisitId],
  );
  if (!visit) throw new Error('The demo clinic has no such visit.');
  const { PatientId, FacilityId } = visit;
  const [survey] = await clinic.sql<{ id: string }>(
    `insert into survey_sends (site, "SurveySendId", "PatientId", "VisitId", "SurveyKey", version, "sentAt")
     values ('demo', gen_random_uuid(), $1, $2, 'care', 1, now()) returning "SurveySendId" as id`,
    [PatientId, VisitId],
  );
  const [review] = await clinic.sql<{ id: string }>(
    `insert into review_sends (site, "OnlineReviewSendId", "PatientId", "VisitId", "FacilityId", "sentAt")
     values ('demo', gen_random_uuid(), $1, $2, $3, now()) returning "OnlineReviewSendId" as id`,
    [PatientId, VisitId, FacilityId],
  );
  const link = async (purpose: string, SubjectId: string | null = null) => {
    const secret = purpose.padEnd(22, 'x');
    await clinic.sql(
      `insert into patient_links (site, "secretHash", "PatientId", "VisitId", purpose, "SubjectId", "expiresAt")
       values ('demo', encode(sha256($1::bytea), 'hex'), $2, $3, $4, $5, now() + interval '1 day')`,
      [secret, PatientId, ['visit', 'survey', 'review'].includes(purpose) ? VisitId : null, purpose, SubjectId],
    );
    return `/s/demo.${secret}`;
  };
  return {
    '/patientLogin': '/patientLogin?w=demo',
    '/onlineScheduling': '/onlineScheduling?w=demo&aupl=1',
    '/hep': '/hep?app=hep',
    '/kiosk': '/kiosk?app=kiosk',
    'link to a visit': await link('visit'),
    'link to /patient_visits': await link('visits'),
    'link to /intake': await link('intake'),
    'link to /notificationSettings': await link('preferences'),
    'link to /survey': await link('survey', survey?.id),
    'link to /onlineReview': await link('review', review?.id),
  };
}

/** ms from the navigation, in a browser that has nothing yet. */
async function paintOf(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const device = await context.newCDPSession(page);
    await device.send('Network.enable');
    await device.send('Network.emulateNetworkConditions', slow4G);
    await device.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const time = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          });
        }),
    );
    assertAll('paints', Number.isFinite(time) ? 1 : 0, 1);
    return time;
  } finally {
    await context.close();
  }
}
