import { wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import type { LinkedVisit, LinkPage } from '#contract/messages/endpoints.ts';
import { consentOf, type ConsentChange } from '#contract/patients/consent.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import { textNumber } from '#contract/messages/text-number.ts';
import { facilitySettingsFrom, settingsFrom } from '#contract/settings/settings.ts';
import { isLate } from '#contract/visits/late-cancel.ts';
import type { PatientAsk, Visit } from '#contract/visits/visit.ts';
import { linkPurposes } from '#contract/patient-login/principal.ts';
import { refusals } from '#contract/words/refusals.ts';
import { addHistory, lockVisit, setStage, siteSettings } from '#server/features/visits/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import { narrowToPatients } from '#server/kit/auth/patient-scope.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { openPatientLink, parseToken, type PatientLink } from '#server/kit/messages/links.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { askOfVisit, facilityOf, patientOf, siteOf, storeConsent, type Facility } from './link-rows.ts';

/** One sentence for every reason: a late link and an invented one look the same. */
const deadSentence = refusals.deadVisitLink.en;
const passedSentence = refusals.visitPassed.en;
const movedSentence = refusals.visitMoved.en;
const goneSentence = refusals.visitGone.en;

type Opened = {
  link: PatientLink;
  visit: Visit | undefined;
  facility: Facility | undefined;
  /** From how many hours before it on a visit counts as cancelled late. */
  lateHours: number;
  now: Date;
};
type Act = (tx: Tx, opened: Opened) => Promise<void>;

/** Looking changes nothing: scanners open every link. */
const look: Act = async () => undefined;

/** Opens the link of a token, does what was pressed on its page, and gives the page as it stands then. */
export async function onLink(
  database: Database,
  { token, now = new Date() }: { token: string; now?: Date },
  act: Act = look,
): Promise<LinkPage> {
  const named = parseToken(token);
  if (!named) fail('not-found', deadSentence);
  return database.tx(messagesOf(named.site), async (tx) => {
    const link = await openPatientLink(tx, named, now);
    if (!link) fail('not-found', deadSentence);
    const { site, PatientId, secretHash } = link;
    // The rest of the transaction sees this patient alone.
    await narrowToPatients(tx, [PatientId]);
    await act(tx, { ...(await rowsOf(tx, link)), link, now });
    const action = act === look ? 'patient read' : 'patient change';
    const detail = { principal: 'link', level: 'L0', purpose: link.purpose };
    await audit(tx, site, {
      UserId: null,
      action,
      entity: 'patientLinks',
      pk: secretHash.slice(0, 16),
      PatientId,
      detail,
    });
    return pageOf(tx, { ...(await rowsOf(tx, link)), link, now });
  });
}

async function rowsOf(tx: Tx, { VisitId }: PatientLink): Promise<Omit<Opened, 'link' | 'now'>> {
  const visit = VisitId === null ? undefined : await lockVisit(tx, VisitId);
  const { late_cancel_hours: lateHours } = settingsFrom((await siteSettings(tx)).settings);
  return { visit, facility: visit && (await facilityOf(tx, visit.FacilityId)), lateHours };
}

async function pageOf(tx: Tx, { link, visit, facility, lateHours, now }: Opened): Promise<LinkPage> {
  const patient = await patientOf(tx, link.PatientId);
  const site = await siteOf(tx);
  if (!patient) fail('not-found', deadSentence);
  const clinic = facilitySettingsFrom(facility ?? {}).patient_mail_name ?? site.Name;
  const phone = facility?.Phone ?? null;
  // Where a birth date or a code is asked for, the link alone tells whose clinic it is and no more.
  if (linkPurposes[link.purpose].level !== 'L0') return { ...nothingShown, purpose: link.purpose, clinic, phone };
  const { email, text } = consentOf(patient);
  return {
    purpose: link.purpose,
    name: patient.FirstName,
    clinic,
    phone,
    visit: visit && facility ? linkedVisit(visit, facility, { lateHours, now }) : null,
    email,
    text,
    hasEmail: patient.Email !== null,
    hasPhone: textNumber(patient.Phone) !== null,
  };
}

const nothingShown = { name: '', visit: null, email: false, text: false, hasEmail: false, hasPhone: false };

function linkedVisit(
  visit: Visit,
  facility: Facility,
  { lateHours, now }: Pick<Opened, 'lateHours' | 'now'>,
): LinkedVisit {
  const wall = wallTimeIn(facility.TimeZone, now);
  const place = [facility.Name, facility.Address1, facility.City].filter(Boolean).join(', ');
  const asked = visit.PatientAsk?.What ?? null;
  return {
    Start: visit.Start,
    place,
    state: stateOf(visit, wall),
    asked,
    cancelsAtOnce: !isLate(visit, wall, lateHours),
  };
}

function stateOf(visit: Visit, wall: string): LinkedVisit['state'] {
  if (!takesPlace(visit)) return 'cancelled';
  if (visit.Start <= wall || !['scheduled', 'confirmed'].includes(visit.stage)) return 'passed';
  return visit.stage === 'confirmed' ? 'confirmed' : 'booked';
}

const byLink = 'By the patient, through a link';

/** The visit of a link while something can be done about it, if it is still at the time that its page showed. */
function assertOpen({ link, visit, facility, now }: Opened, seen: string): { visit: Visit; wall: string } {
  if (link.purpose !== 'visit') fail('not-found', deadSentence);
  if (!visit || !facility || !takesPlace(visit)) fail('user-visible', goneSentence);
  const wall = wallTimeIn(facility.TimeZone, now);
  if (stateOf(visit, wall) === 'passed') fail('user-visible', passedSentence);
  if (visit.Start !== seen) fail('user-visible', movedSentence);
  return { visit, wall };
}

export function confirmVisit(seen: string): Act {
  return async (tx, opened) => {
    const { visit } = assertOpen(opened, seen);
    if (visit.stage === 'confirmed' && !visit.PatientAsk) return;
    await setStage(tx, visit.VisitId, 'confirmed');
    await addHistory(tx, visit, null, { action: 'moved', from: visit.stage, to: 'confirmed', note: byLink });
  };
}

/** Early enough, the time is free for others at once. Later there may be a fee: that is the clinic's to say. */
export function cannotCome(seen: string): Act {
  return async (tx, opened) => {
    const { visit, wall } = assertOpen(opened, seen);
    if (isLate(visit, wall, opened.lateHours)) return ask(tx, { visit, now: opened.now }, 'cannotCome', null);
    await setStage(tx, visit.VisitId, 'cancelled', { CancelReason: byLink });
    await addHistory(tx, visit, null, { action: 'moved', from: visit.stage, to: 'cancelled', note: byLink });
  };
}

export function askForAnotherTime(seen: string, note: string | null): Act {
  return async (tx, opened) => {
    const { visit } = assertOpen(opened, seen);
    await ask(tx, { visit, now: opened.now }, 'anotherTime', note === '' ? null : note);
  };
}

async function ask(
  tx: Tx,
  { visit, now }: { visit: Visit; now: Date },
  What: PatientAsk['What'],
  Note: PatientAsk['Note'],
): Promise<void> {
  // Who asks for something else has not confirmed.
  if (visit.stage === 'confirmed') {
    await setStage(tx, visit.VisitId, 'scheduled');
    await addHistory(tx, visit, null, { action: 'moved', from: 'confirmed', to: 'scheduled', note: byLink });
  }
  await askOfVisit(tx, visit.VisitId, { What, Note, at: now.toISOString() });
  const action = What === 'cannotCome' ? 'patient cannot come' : 'patient asks for another time';
  await addHistory(tx, visit, null, { action, note: Note });
}

export function savePreferences(consent: ConsentChange): Act {
  return async (tx, { link }) => {
    if (linkPurposes[link.purpose].level !== 'L0') fail('not-found', deadSentence);
    await storeConsent(tx, link.PatientId, consent);
  };
}
