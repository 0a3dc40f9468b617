import { gzipSync } from 'node:zlib';
import type { Clinic } from '../clinic.ts';
import { figure, median, type Figure } from './measure.ts';
import { tokenFor } from './token.ts';
import { countWork, type Work } from './work.ts';

const rounds = 5;
const perRound = 20;
const wantedVisits = 1_000;

type Week = { visits: { VisitId: string }[] };

/** Whose week to ask for, so that it has about a thousand visits. */
export async function weekToAsk(clinic: Clinic): Promise<{ day: string; ProviderIds: string[] }> {
  const [asked] = await clinic.sql<{ day: string; ProviderIds: string[] }>(
    `select today as day, array_agg("ProviderId"::text) as "ProviderIds" from (
       select v."ProviderId", today, sum(count(*)) over (order by v."ProviderId") as sofar
       from visits v, (select to_char(now() at time zone "TimeZone", 'YYYY-MM-DD') as today,
         to_char(date_trunc('week', (now() at time zone "TimeZone") + interval '1 day') - interval '1 day', 'YYYY-MM-DD') as sunday
         from sites where site = 'demo') days
       where v.site = 'demo' and v."Start" >= sunday and v."Start" < to_char(sunday::date + 7, 'YYYY-MM-DD')
       group by v."ProviderId", today) counted
     where sofar <= $1 group by today`,
    [wantedVisits],
  );
  if (!asked) throw new Error('No one has visits this week.');
  return asked;
}

/** A week of about a thousand visits as the server gives it, of a calendar that `benchScheduling` has filled. */
export async function benchWeek(clinic: Clinic): Promise<Figure[]> {
  const token = await tokenFor(clinic, 'admin');
  const asked = await weekToAsk(clinic);
  const fetchWeek = async (): Promise<string> => {
    const answer = await fetch(`${clinic.url}/api/scheduling/weekData`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-site-key': 'demo', 'content-type': 'application/json' },
      body: JSON.stringify({ date: asked.day, employeeIds: asked.ProviderIds }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`weekData failed: ${answer.status} ${text}`);
    return text;
  };
  const text = await fetchWeek();
  const { visits } = JSON.parse(text) as Week;
  const works: Work[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const worked = await countWork(clinic);
    for (let count = 0; count < perRound; count += 1) await fetchWeek();
    works.push(worked(perRound));
  }
  const what = `a week with ${visits.length} visits from the server`;
  return [
    figure(
      `${what}, processor time of the API process`,
      'ms',
      works.map(({ api }) => api),
      25,
      // Both together are held by `bench -- server`, beside a bare control.
      `database ${median(works.map(({ database }) => database)).toFixed(2)} ms`,
    ),
    figure(`${what}, gzip`, 'KB', [gzipSync(text).length / 1024], 120),
  ];
}
