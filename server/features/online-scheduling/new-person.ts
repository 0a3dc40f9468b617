import { fail } from '#contract/base/errors.ts';
import type { onlineSchedulingEndpoints } from '#contract/online-scheduling/endpoints.ts';
import type { OnlineSlot } from '#contract/online-scheduling/online-slots.ts';
import { contactOf } from '#contract/patient-login/contact.ts';
import { disciplineOf } from '#contract/providers/provider.ts';
import { dayOf } from '#contract/scheduling/wall-time.ts';
import { refusals } from '#contract/words/refusals.ts';
import { fittingNow, recognize, typedInSession } from '#server/features/patient-login/store.ts';
import { insertPatient } from '#server/features/patients/store.ts';
import { alikeAmong, peopleLike } from '#server/features/same-people/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { insertRow } from '#server/kit/db/rows.ts';
import { noteConsent } from '#server/kit/messages/ledger.ts';
import type { z } from 'zod';
import type { Offer } from './facts.ts';
import type { Booker } from './person.ts';

type Asked = Pick<z.output<typeof onlineSchedulingEndpoints.book.input>, 'person'>;
type Around = Asked & { offer: Offer; slot: OnlineSlot; now: Date; newId: () => string };

/** What stands at the name of somebody who may be registered already; staff see it, and nobody else. */
const mayBeTwice = 'Booked online: may be registered twice';

/**
 * Registers who logged in without being known, by what they logged in with, and opens a case with who treats first. The
 * answer is the same whether or not somebody like them is here: staff alone are told. Null for who became known since
 * the login, by staff or by another session: nobody is registered twice, and the session is theirs as with a login.
 */
export async function registerPerson(
  tx: Tx,
  booker: Booker,
  { person, offer, slot, now, newId }: Around,
): Promise<{ PatientId: string; CaseId: string } | null> {
  const typed = await typedInSession(tx, booker.SessionId);
  if (!typed) fail('no-permission', refusals.loginProblem.en);
  if (!person)
    fail('invalid', 'Enter your name. Nothing was booked.', { fields: { person: 'Enter your first and last name.' } });
  const [known, ...others] = await fittingNow(tx, booker.site, typed, now);
  if (known !== undefined) {
    // Which of several it is, a login asks.
    if (others.length === 0) await recognize(tx, booker.SessionId, known);
    return null;
  }
  const { FirstName, LastName, wantsMessages } = person;
  const { DateOfBirth } = typed;
  const contact = contactOf(typed.contact);
  const isMail = contact?.channel === 'email';
  const reached = { Email: isMail ? contact.value : null, Phone: isMail ? null : (contact?.value ?? null) };
  const names = { FirstName, LastName, PreferredName: null, DateOfBirth };
  const facts = { ...names, ...reached, MemberIds: [] };
  const isAlike = alikeAmong(facts, await peopleLike(tx, [facts])).length > 0;
  const PatientId = newId();
  const { FacilityId } = offer.rule;
  const patient = {
    ...names,
    ...reached,
    PatientId,
    PersonId: newId(),
    MiddleName: null,
    Pronouns: null,
    Sex: 'U',
    Address1: null,
    City: null,
    StateOrProvince: null,
    PostalCode: null,
    alerts: isAlike ? [mayBeTwice] : [],
    FacilityId,
    MessageConsent: { email: false, text: false },
    Language: person.language,
  };
  const made = await insertPatient(tx, patient, []);
  if (!made.patient) throw new Error('A new patient was not registered');
  // By the way that a code just reached. A booking takes no STOP back (may-send.ts).
  if (wantsMessages && contact)
    await noteConsent(tx, booker.site, {
      of: { PatientId },
      channel: contact.channel,
      given: true,
      purposes: ['visits'],
      how: 'patient',
      wording: 'onlineScheduling',
      at: now,
    });
  const CaseId = newId();
  await openCase(tx, { PatientId, CaseId, offer, slot });
  await recognize(tx, booker.SessionId, PatientId);
  return { PatientId, CaseId };
}

type NewCase = { PatientId: string; CaseId: string; offer: Offer; slot: OnlineSlot };

async function openCase(tx: Tx, { PatientId, CaseId, offer, slot }: NewCase): Promise<void> {
  const provider = offer.providers.find(({ ProviderId }) => ProviderId === slot.ProviderId);
  if (!provider) throw new Error('A time was chosen with nobody who takes it');
  const made = await insertRow(tx, 'cases', {
    CaseId,
    PatientId,
    FacilityId: offer.rule.FacilityId,
    ProviderId: provider.ProviderId,
    Title: 'Booked online',
    Discipline: disciplineOf(provider.Type),
    Diagnoses: [],
    ReferringProviderContactId: null,
    InsuranceIds: [],
    OnsetDate: null,
    StartDate: dayOf(slot.Start),
    RelatedCause: null,
    AccidentDate: null,
    AccidentState: null,
    PropertyClaimNumber: null,
    VisitsPerWeek: null,
    PlanWeeks: null,
    PlanOfCareStart: null,
    PlanOfCareEnd: null,
    CustomInputs: [],
  });
  if (!made) throw new Error('A case was not opened');
}
