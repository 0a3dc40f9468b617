import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkPurposes, type LinkPurpose } from '#contract/patient-login/principal.ts';
import { callsOnOpening } from '#contract/testing/opened-links.ts';
import { cast } from '#server/demo/cast.ts';
import { oneClickPath } from '#server/kit/messages/addresses.ts';
import { makeLink } from '#server/kit/messages/links.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { everyRow } from '#server/testing/every-row.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
});
afterAll(() => api.close());

const VisitId = cast.visits.today.scheduled;

/** A row that a link of such a purpose is about. */
async function subjectOf(purpose: LinkPurpose, PatientId: string): Promise<string | null> {
  const id = randomUUID();
  if (purpose === 'survey')
    await api.db.owner(
      `insert into survey_sends (site, "SurveySendId", "PatientId", "SurveyKey", version, "sentAt") values ('demo', $1, $2, 'care', 1, now())`,
      [id, PatientId],
    );
  else if (purpose === 'review')
    await api.db.owner(
      `insert into review_sends (site, "OnlineReviewSendId", "PatientId", "FacilityId", "sentAt")
       select 'demo', $1, $2, "FacilityId", now() from visits where "VisitId" = $3`,
      [id, PatientId, VisitId],
    );
  else if (purpose === 'offer')
    await api.db.owner(
      `with visit as (select * from visits where site = 'demo' and "VisitId" = $3), batch as (
         insert into fill_batches (site, "FacilityId", "ProviderId", "Start", "End", scope, "nextAt")
         select site, "FacilityId", "ProviderId", '2099-06-01T09:00', '2099-06-01T09:45', scope, 'infinity' from visit returning *
       ), request as (
         insert into visit_requests (site, "VisitRequestId", "PatientId", "CaseId", "FacilityId", "VisitTypeName", "Minutes", grid, "Priority", "Expires", scope)
         select site, gen_random_uuid(), $2, "CaseId", "FacilityId", "VisitTypeName", 45, '[]', 1, '2099-12-31', scope from visit returning *
       )
       insert into fill_offers (site, "FillOfferId", "FillBatchId", "VisitRequestId", "PatientId", "FacilityId", "ProviderId", scope)
       select b.site, $1, b."FillBatchId", r."VisitRequestId", $2, b."FacilityId", b."ProviderId", b.scope from batch b, request r`,
      [id, PatientId, VisitId],
    );
  else return null;
  return id;
}

test.each(Object.keys(linkPurposes) as LinkPurpose[])(
  'a scanner that opens a link for %s, again and again, uses up and changes nothing',
  async (purpose) => {
    const [visit] = await api.db.owner<{ PatientId: string }>(
      `select "PatientId" from visits where site = 'demo' and "VisitId" = $1`,
      [VisitId],
    );
    const PatientId = visit?.PatientId ?? '';
    const SubjectId = await subjectOf(purpose, PatientId);
    const path = await api.db.tx(messagesOf('demo'), (tx) =>
      makeLink(tx, 'demo', {
        PatientId,
        VisitId,
        purpose,
        SubjectId,
        ...(purpose === 'unsubscribe' && { about: 'visits' as const }),
        expiresAt: new Date('2100-01-01T00:00:00Z'),
      }),
    );
    const token = path.slice('/s/'.length);
    const before = await everyRow(api.db);
    for (let time = 0; time < 3; time += 1) {
      for (const method of ['GET', 'HEAD'] as const)
        for (const url of [path, `${oneClickPath}${token}`]) await api.app.inject({ method, url });
      for (const call of callsOnOpening[purpose]) {
        const url = `/api${call.slice('POST '.length)}`;
        const reply = await api.app.inject({ method: 'POST', url, payload: { token } });
        expect(reply.statusCode, `${call} ${reply.body}`).toBe(200);
      }
    }
    expect(await everyRow(api.db)).toEqual(before);
  },
);
