import { showDate, wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import { refusalOf } from '#contract/messages/may-send.ts';
import { purposeOf } from '#contract/messages/purposes.ts';
import { inBothWords } from '#contract/messages/words.ts';
import type { onlineReviewEndpoints } from '#contract/online-review/endpoints.ts';
import { privateNoteDays } from '#contract/online-review/endpoints.ts';
import {
  askForReviewDays,
  reviewLinkDays,
  reviewReason,
  unableToSend,
  type Way,
} from '#contract/online-review/why-not-sent.ts';
import { settingsFrom } from '#contract/settings/settings.ts';
import { askableFrom } from '#contract/surveys/survey.ts';
import { addHistory, lockVisit, siteSettings } from '#server/features/visits/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Handlers, Tx } from '#server/kit/context.ts';
import { ledgerOf } from '#server/kit/messages/ledger.ts';
import { makeLink } from '#server/kit/messages/links.ts';
import { channelsOf } from '#server/kit/messages/news.ts';
import { clinicOf, readAddressee, recipientOf, writeMessage } from '#server/kit/messages/write-message.ts';
import { insertSend, lastSentTo, noteRead, notesSince, sitesOf } from './store.ts';

const dayMs = 86_400_000;
const been = new Set(['inProgress', 'review', 'billing', 'submitted', 'closed']);
type Channels = ReturnType<typeof channelsOf>;
type Addressee = NonNullable<Awaited<ReturnType<typeof readAddressee>>>;

/** What the staff does about reviews. Nothing here knows what a patient answered to a survey. */
export const onlineReviewHandlers: Pick<Handlers<typeof onlineReviewEndpoints>, 'send' | 'notes' | 'read'> = {
  async send({ id }, { tx, caller, now, newId }) {
    const visit = await lockVisit(tx, id);
    if (!visit) fail('not-found', 'This visit was not found, or you can’t see it.');
    if (!been.has(visit.stage)) fail('user-visible', 'A review link can be sent once the visit has started.');
    const { site, UserId } = caller;
    const { PatientId, VisitId, FacilityId } = visit;
    const patient = await readAddressee(tx, site, PatientId);
    if (!patient) fail('not-found', 'This patient was not found, or you can’t see them.');
    const clinic = await clinicOf(tx, site, { VisitId });
    const channels = channelsOf(settingsFrom((await siteSettings(tx)).settings));
    const from = askableFrom(await lastSentTo(tx, PatientId), now, askForReviewDays);
    const reason = reviewReason({
      isDeceased: patient.DeathDate !== null,
      hasSites: (await sitesOf(tx, FacilityId)).length > 0,
      askableFrom: from && showDate(wallTimeIn(clinic.timeZone, from).slice(0, 10)),
      ways: await waysTo(tx, site, { PatientId, patient, channels }),
    });
    if (reason !== null) fail('user-visible', unableToSend(reason));
    const OnlineReviewSendId = newId();
    const path = await makeLink(tx, site, {
      PatientId,
      purpose: 'review',
      VisitId,
      SubjectId: OnlineReviewSendId,
      expiresAt: new Date(now.getTime() + reviewLinkDays * dayMs),
    });
    const { reached } = await writeMessage(tx, site, {
      PatientId,
      VisitId,
      Kind: 'review',
      text: inBothWords('review'),
      subject: inBothWords('reviewSubject', { clinic: clinic.name }),
      links: [{ label: inBothWords('reviewLink'), path }],
      channels,
      now,
    });
    // Nothing of it stays.
    if (reached.length === 0) fail('user-visible', unableToSend('The patient can’t be reached.'));
    await insertSend(tx, { OnlineReviewSendId, PatientId, VisitId, FacilityId }, { UserId, at: now });
    await addHistory(tx, visit, UserId, { action: 'review link sent' });
    return { reached };
  },

  notes: async (_, { tx, now }) => ({ notes: await notesSince(tx, new Date(now.getTime() - privateNoteDays * dayMs)) }),

  async read({ OnlineReviewSendId: id }, { tx, caller: { site, UserId }, now }) {
    const noted = await noteRead(tx, id, { UserId, at: now });
    if (!noted) fail('not-found', 'This note was not found, or you can’t see it.');
    await audit(tx, site, { UserId, action: 'update', entity: 'reviewNotes', pk: id });
    return noted;
  },
};

type To = { PatientId: string; patient: Addressee; channels: Channels };

/** By each way the clinic writes: whether the patient has an address there, and what the consent ledger says of it. */
async function waysTo(tx: Tx, site: string, { PatientId, patient, channels }: To): Promise<Way[]> {
  const ways: Way[] = [];
  for (const channel of channels) {
    const recipient = recipientOf(patient, channel);
    const ledger = await ledgerOf(tx, site, { PatientId, channel, purpose: purposeOf('review'), recipient });
    const refusal = ledger.person?.given === false ? 'stopped' : refusalOf(ledger);
    ways.push({ hasAddress: recipient !== null, refusal });
  }
  return ways;
}
