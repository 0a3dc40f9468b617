import { fail } from '#contract/base/errors.ts';
import type { hepEndpoints } from '#contract/hep/endpoints.ts';
import { isGiven, isShownOn } from '#contract/hep/given.ts';
import { consentOf } from '#contract/patients/consent.ts';
import { hepMessage } from '#contract/messages/words.ts';
import { wallTimeIn } from '#contract/base/dates.ts';
import { assertMayWriteCare } from '#server/features/documentation/store.ts';
import { readCase } from '#server/features/patients/store.ts';
import type { Handlers, Tx } from '#server/kit/context.ts';
import { makeLink } from '#server/kit/messages/links.ts';
import { clinicOf, readAddressee, recipientOf, writeMessage } from '#server/kit/messages/write-message.ts';
import { lockProgram, noteSent } from './store.ts';

/** A link works as long as a course of care may take; what it shows ends with the case (contract/hep/given.ts). */
const linkDays = 365;

/** What the staff does about home programs, beyond writing them. */
export const hepHandlers: Handlers<typeof hepEndpoints> = {
  async send({ id }, { tx, caller, now }) {
    const program = await lockProgram(tx, id);
    if (!program) fail('not-found', 'This home program was not found, or you can’t see it.');
    await assertMayWriteCare(tx, caller, program);
    const of = await readCase(tx, program.CaseId);
    if (!of) throw new Error('The case of a home program is gone');
    const { PatientId } = program;
    const clinic = await clinicOf(tx, caller.site, { FacilityId: of.FacilityId });
    if (!isShownOn(of.DischargedAt, wallTimeIn(clinic.timeZone, now).slice(0, 10)))
      fail('user-visible', 'This case was discharged more than 90 days ago. Its home program is no longer shown.');
    const expiresAt = new Date(now.getTime() + linkDays * 86_400_000);
    const link = { PatientId, purpose: 'hep', SubjectId: id, expiresAt } as const;
    const path = (await isReachable(tx, caller.site, PatientId)) ? await makeLink(tx, caller.site, link) : null;
    const { reached, why } = await writeMessage(tx, caller.site, {
      PatientId,
      FacilityId: of.FacilityId,
      Kind: 'hep',
      text: hepMessage,
      subject: `A message from ${clinic.name}`,
      links: path === null ? [] : [{ label: 'Open it', path }],
      now,
    });
    if (reached.length === 0) return { homeProgram: program, reached, why: why ?? null };
    // Sent again, it has the day on which the patient first got it.
    const SentAt = isGiven(program) && program.SentAt !== null ? program.SentAt : now.toISOString();
    const Via = [...new Set([...program.Via, ...reached])];
    return { homeProgram: await noteSent(tx, id, { SentAt, Via }), reached, why: null };
  },
};

/** No link is made that nobody gets. */
async function isReachable(tx: Tx, site: string, PatientId: string): Promise<boolean> {
  const patient = await readAddressee(tx, site, PatientId);
  if (!patient) return false;
  const consent = consentOf(patient);
  return (['email', 'text'] as const).some((channel) => consent[channel] && recipientOf(patient, channel) !== null);
}
