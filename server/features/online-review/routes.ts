import { fail } from '#contract/base/errors.ts';
import { onlineReviewEndpoints, type OnlineReviewPage } from '#contract/online-review/endpoints.ts';
import { refusals } from '#contract/words/refusals.ts';
import type { Config } from '#server/config.ts';
import { audit } from '#server/kit/audit/audit.ts';
import { narrowToPatients } from '#server/kit/auth/patient-scope.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { limitByAddress, publicRoutes } from '#server/kit/http/public-routes.ts';
import { openPatientLink, parseToken } from '#server/kit/messages/links.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { clinicOf } from '#server/kit/messages/write-message.ts';
import { insertNote, noteOf, phoneOf, readSend, sitesOf, type ReviewSend } from './store.ts';

/** What patients do on the page for reviews, by its link alone. A family writes behind one address. */
export function onlineReviewRoutes({
  app,
  database,
  config,
}: Pick<Api, 'app' | 'database'> & { config: Config }): void {
  const route = publicRoutes(app, limitByAddress(app, config.signInsPerQuarterHour * 4));
  route(onlineReviewEndpoints.page, ({ token }) => onReview(database, { token }));
  route(onlineReviewEndpoints.note, ({ token, note }) => onReview(database, { token, note }));
}

/** Opens the page of a token, keeps the note that came along, and gives the page as it stands then. */
async function onReview(
  database: Database,
  { token, note, now = new Date() }: { token: string; note?: string; now?: Date },
): Promise<OnlineReviewPage> {
  const dead = refusals.deadSurveyLink.en;
  const named = parseToken(token);
  if (!named) fail('not-found', dead);
  return database.tx(messagesOf(named.site), async (tx) => {
    const link = await openPatientLink(tx, named, now);
    if (!link || link.purpose !== 'review' || link.SubjectId === null) fail('not-found', dead);
    const { site, PatientId, SubjectId } = link;
    const send = await readSend(tx, SubjectId);
    if (!send) fail('not-found', dead);
    // What is the clinic's is read before the rest is closed but for the patient's own.
    const { FacilityId } = send;
    const clinic = await clinicOf(tx, site, { FacilityId });
    const sites = (await sitesOf(tx, FacilityId)).map(({ Name, Url }) => ({ Name, Url }));
    const page = { clinic: clinic.name, phone: await phoneOf(tx, FacilityId), sites };
    await narrowToPatients(tx, [PatientId]);
    const isNoted = await keep(tx, { send, note, now });
    await audit(tx, site, {
      UserId: null,
      action: note === undefined ? 'patient read' : 'patient change',
      entity: 'reviewSends',
      pk: send.OnlineReviewSendId,
      PatientId,
      detail: { principal: 'link', level: 'L0', purpose: 'review' },
    });
    return { ...page, isNoted };
  });
}

type Keeping = { send: ReviewSend; note: string | undefined; now: Date };

/** Whether there is a note. One that was sent twice is one; the link's row is held, so a second one comes after the first. */
async function keep(tx: Tx, { send, note, now }: Keeping): Promise<boolean> {
  const before = await noteOf(tx, send.OnlineReviewSendId);
  if (note === undefined) return before !== null;
  const text = note.trim();
  if (text === '') fail('invalid', refusals.reviewNote.en);
  if (before !== null && before !== text) fail('user-visible', refusals.reviewNoted.en);
  if (before === null) await insertNote(tx, send, { note: text, at: now });
  return true;
}
