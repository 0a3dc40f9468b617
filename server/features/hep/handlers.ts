import { fail } from '#contract/base/errors.ts';
import type { hepEndpoints } from '#contract/hep/endpoints.ts';
import { isGiven, isShownOn } from '#contract/hep/given.ts';
import { refusalOf, type Ledger } from '#contract/messages/may-send.ts';
import { inBothWords } from '#contract/messages/words.ts';
import { wallTimeIn } from '#contract/base/dates.ts';
import { assertMayWriteCare } from '#server/features/documentation/store.ts';
import { readCase } from '#server/features/patients/store.ts';
import type { Ctx, Handlers, Tx } from '#server/kit/context.ts';
import { ledgerOf, noteConsent } from '#server/kit/messages/ledger.ts';
import { makeLink } from '#server/kit/messages/links.ts';
import { clinicOf, readAddressee, recipientOf, writeMessage } from '#server/kit/messages/write-message.ts';
import { lockProgram, noteSent } from './store.ts';

/** A link works as long as a course of care may take; what it shows ends with the case (contract/hep/given.ts). */
const linkDays = 365;

/** What the staff does about home programs, beyond writing them. */
export const hepHandlers: Handlers<typeof hepEndpoints> = {
  async send({ id, hasAgreed }, ctx) {
    const { tx, caller, now } = ctx;
    const program = await lockProgram(tx, id);
    if (!program) fail('not-found', 'This home program was not found, or you can’t see it.');
    await assertMayWriteCare(tx, caller, program);
    const of = await readCase(tx, program.CaseId);
    if (!of) throw new Error('The case of a home program is gone');
    const { PatientId } = program;
    const clinic = await clinicOf(tx, caller.site, { FacilityId: of.FacilityId });
    if (!isShownOn(of.DischargedAt, wallTimeIn(clinic.timeZone, now).slice(0, 10)))
      fail('user-visible', 'This case was discharged more than 90 days ago. Its home program is no longer shown.');
    if (hasAgreed) await noteYes(ctx, PatientId);
    const expiresAt = new Date(now.getTime() + linkDays * 86_400_000);
    const link = { PatientId, purpose: 'hep', SubjectId: id, expiresAt } as const;
    const path = (await isReachable(tx, caller.site, PatientId)) ? await makeLink(tx, caller.site, link) : null;
    const { reached, why } = await writeMessage(tx, caller.site, {
      PatientId,
      FacilityId: of.FacilityId,
      Kind: 'hep',
      text: inBothWords('hep'),
      subject: inBothWords('hepSubject', { clinic: clinic.name }),
      links: path === null ? [] : [{ label: inBothWords('hepLink'), path }],
      now,
    });
    if (reached.length === 0) return { homeProgram: program, reached, why: why ?? null };
    // Sent again, it has the day on which the patient first got it.
    const SentAt = isGiven(program) && program.SentAt !== null ? program.SentAt : now.toISOString();
    const Via = [...new Set([...program.Via, ...reached])];
    return { homeProgram: await noteSent(tx, id, { SentAt, Via }), reached, why: null };
  },
};

const channels = ['email', 'text'] as const;

/** No link is made that nobody gets. */
async function isReachable(tx: Tx, site: string, PatientId: string): Promise<boolean> {
  for (const one of await ways(tx, site, PatientId)) if (refusalOf(one.ledger) === null) return true;
  return false;
}

/** What the patient just said goes into the ledger; an address or number that said STOP stays as it is. */
async function noteYes({ tx, caller, now }: Ctx, PatientId: string): Promise<void> {
  const { site, UserId } = caller;
  for (const { channel, ledger } of await ways(tx, site, PatientId)) {
    if (refusalOf(ledger) !== 'no-consent' || ledger.contact?.given === false) continue;
    const said = { channel, given: true, purposes: ['hep'], how: 'staff', wording: 'home program', at: now } as const;
    await noteConsent(tx, site, { of: { PatientId }, ...said, UserId });
  }
}

/** How a patient can be reached, with what was said about home programs by each way. */
async function ways(tx: Tx, site: string, PatientId: string) {
  const patient = await readAddressee(tx, site, PatientId);
  const found: { channel: (typeof channels)[number]; ledger: Ledger }[] = [];
  for (const channel of channels) {
    const recipient = patient && patient.DeathDate === null ? recipientOf(patient, channel) : null;
    if (recipient === null) continue;
    found.push({ channel, ledger: await ledgerOf(tx, site, { PatientId, channel, purpose: 'hep', recipient }) });
  }
  return found;
}
