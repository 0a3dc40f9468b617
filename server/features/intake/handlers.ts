import { randomBytes } from 'node:crypto';
import { fail } from '#contract/base/errors.ts';
import type { intakeEndpoints } from '#contract/intake/endpoints.ts';
import { builtInForms } from '#contract/intake/built-in/forms.ts';
import type { IntakeForm } from '#contract/intake/form.ts';
import { formsFor } from '#contract/intake/forms-for.ts';
import { formsInUse } from '#contract/intake/forms-in-use.ts';
import { momentOf } from '#contract/messages/clock.ts';
import { inBoth, inBothWords, intakeText } from '#contract/messages/words.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readPatient } from '#server/features/patients/store.ts';
import { ownFormsInUse } from '#server/features/intake-forms/store.ts';
import {
  addHistory,
  lockVisit,
  payersOfCase,
  readCaseOf,
  readVisits,
  setIntake,
} from '#server/features/visits/store.ts';
import type { Ctx, Handlers } from '#server/kit/context.ts';
import { makeLink } from '#server/kit/messages/links.ts';
import { clinicOf, writeMessage } from '#server/kit/messages/write-message.ts';
import { acceptInsurance, insuranceToReview, refuseInsurance } from './insurance.ts';
import { marksOfVisit } from './marks.ts';
import { insertIntake, intakeOfVisit, publishBuiltIn, type IntakeRow } from './rows.ts';
import { needsProxyFor } from './signer.ts';

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

type Asked = Pick<IntakeForm, 'IntakeFormId' | 'version' | 'askedOf'>;

/** The forms that this visit asks for just now, of which the patient has a copy that does not change any more. */
async function beginIntake({ tx, newId }: Ctx, visit: Visit): Promise<IntakeRow> {
  const of = await readCaseOf(tx, visit.CaseId);
  const patient = await readPatient(tx, visit.PatientId);
  if (!of || !patient) throw new Error('The case or patient of a visit is gone');
  const day = visit.Start.slice(0, 10);
  const payers = await payersOfCase(tx, visit.CaseId);
  const { DateOfBirth } = patient;
  const inUse = formsInUse<Asked>(builtInForms, await ownFormsInUse(tx));
  const forms = formsFor(inUse, {
    Discipline: of.Discipline,
    VisitTypeName: visit.VisitTypeName,
    PayerIds: payers.map(({ PayerId }) => PayerId),
    DateOfBirth,
    day,
  }).map(({ IntakeFormId, version }) => ({ IntakeFormId, version }));
  if (forms.length === 0)
    fail('user-visible', 'No form is set for this visit, so nothing was sent. Forms are set under Company.');
  await publishBuiltIn(tx);
  const needsProxy = await needsProxyFor(tx, { PatientId: visit.PatientId, DateOfBirth, day });
  const { PatientId, VisitId } = visit;
  const intake = {
    IntakeId: newId(),
    PatientId,
    VisitId,
    forms,
    needsProxy,
    inputKey: randomBytes(32).toString('base64url'),
  };
  await insertIntake(tx, intake);
  await setIntake(tx, visit.VisitId, { intakeIncomplete: true, intakeConflict: visit.intakeConflict });
  return { ...intake, answers: {}, rev: 0, revs: {}, submittedAt: null, photos: 0, photoBytes: 0 };
}
