import { fail } from '#contract/base/errors.ts';
import type { intakeEndpoints } from '#contract/intake/endpoints.ts';
import { momentOf } from '#contract/messages/clock.ts';
import { inBoth, inBothWords, intakeText } from '#contract/messages/words.ts';
import { readPatient } from '#server/features/patients/store.ts';
import { addHistory, lockVisit, readVisits } from '#server/features/visits/store.ts';
import type { Handlers } from '#server/kit/context.ts';
import { makeLink } from '#server/kit/messages/links.ts';
import { clinicOf, writeMessage } from '#server/kit/messages/write-message.ts';
import { beginIntake } from './begin.ts';
import { acceptInsurance, insuranceToReview, refuseInsurance } from './insurance.ts';
import { marksOfVisit } from './marks.ts';
import { intakeOfVisit } from './rows.ts';

/** What the staff does about forms. */
export const intakeHandlers: Handlers<typeof intakeEndpoints> = {
  async marks({ id }, { tx }) {
    const [visit] = await readVisits(tx, [id]);
    if (!visit) fail('not-found', 'This visit was not found, or you can’t see it.');
    return marksOfVisit(tx, id);
  },

  async insurance({ id }, { tx }) {
    if (!(await readPatient(tx, id))) fail('not-found', 'This patient was not found, or you can’t see them.');
    return { entered: (await insuranceToReview(tx, id)) as never };
  },

  acceptInsurance: ({ IntakeId, ...policy }, ctx) => acceptInsurance(ctx, IntakeId, policy),

  async refuseInsurance({ IntakeId, reason }, ctx) {
    await refuseInsurance(ctx, IntakeId, reason);
    return { refused: true };
  },

  async send({ id }, ctx) {
    const { tx, caller, now } = ctx;
    const visit = await lockVisit(tx, id);
    if (!visit) fail('not-found', 'This visit was not found, or you can’t see it.');
    if (visit.stage !== 'scheduled' && visit.stage !== 'confirmed' && visit.stage !== 'checkedIn')
      fail('user-visible', 'This visit has started or was canceled. Forms can be sent before a visit starts.');
    const known = await intakeOfVisit(tx, id);
    if (known && known.submittedAt !== null)
      fail('user-visible', 'The patient has already sent the forms of this visit. They are in the files of the chart.');
    const intake = known ?? (await beginIntake(ctx, visit));
    if (!intake)
      fail('user-visible', 'No form is set for this visit, so nothing was sent. Forms are set under Company.');
    const clinic = await clinicOf(tx, caller.site, { VisitId: id });
    const { PatientId } = visit;
    const path = await makeLink(tx, caller.site, {
      PatientId,
      purpose: 'intake',
      VisitId: id,
      expiresAt: momentOf(visit.End, clinic.timeZone),
    });
    const isBegun = Object.keys(intake.answers).length > 0;
    const { reached, why } = await writeMessage(tx, caller.site, {
      PatientId,
      VisitId: id,
      Kind: 'intake',
      text: inBoth((language) => intakeText(visit.Start, isBegun, language)),
      subject: inBothWords('intakeSubject', { clinic: clinic.name }),
      links: [{ label: inBothWords('intakeLink'), path }],
      now,
    });
    if (reached.length > 0) await addHistory(tx, visit, caller.UserId, { action: 'intake sent' });
    return { reached, why: why ?? null };
  },
};
