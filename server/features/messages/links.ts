import { wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import type { z } from 'zod';
import { codeEnds, mayShowCode } from '#contract/kiosk/checkin-code.ts';
import { momentOf } from '#contract/messages/clock.ts';
import type { LinkPage, messageEndpoints } from '#contract/messages/endpoints.ts';
import { maskedRecipient } from '#contract/messages/message.ts';
import { consentPurposes, type ConsentPurpose } from '#contract/messages/consent-purposes.ts';
import { textNumber } from '#contract/messages/text-number.ts';
import { facilitySettingsFrom, settingsFrom } from '#contract/settings/settings.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { linkPurposes } from '#contract/patient-login/principal.ts';
import { refusals } from '#contract/words/refusals.ts';
import { lockVisit, siteSettings } from '#server/features/visits/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import { narrowToPatients } from '#server/kit/auth/patient-scope.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { noteConsent, standingOf } from '#server/kit/messages/ledger.ts';
import { makeLink, openPatientLink, parseToken, type PatientLink } from '#server/kit/messages/links.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { facilityOf, hasKioskFor, patientOf, siteOf, storeLanguage, type Facility } from './link-rows.ts';
import { askForAnotherTime, cannotCome, confirmVisit, shownVisit } from './visit-answers.ts';

/** One sentence for every reason: a late link and an invented one look the same. */
export const deadSentence = refusals.deadVisitLink.en;

type Opened = {
  link: PatientLink;
  visit: Visit | undefined;
  facility: Facility | undefined;
  /** From how many hours before it on a visit counts as cancelled late. */
  lateHours: number;
  /** Whether the visit has a code to show at a kiosk now. */
  hasCheckinCode: boolean;
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
    // Kiosks are no patient's to see.
    const hasKiosk = link.purpose === 'visit' && (await hasKioskFor(tx, link.VisitId));
    // The rest of the transaction sees this patient alone.
    await narrowToPatients(tx, [PatientId]);
    const opened = async () => ({ ...(await rowsOf(tx, link, { hasKiosk, now })), link, now });
    await act(tx, await opened());
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
    return pageOf(tx, await opened());
  });
}

async function rowsOf(
  tx: Tx,
  { VisitId }: PatientLink,
  { hasKiosk, now }: { hasKiosk: boolean; now: Date },
): Promise<Omit<Opened, 'link' | 'now'>> {
  const visit = VisitId === null ? undefined : await lockVisit(tx, VisitId);
  const { late_cancel_hours: lateHours } = settingsFrom((await siteSettings(tx)).settings);
  const facility = visit && (await facilityOf(tx, visit.FacilityId));
  const wall = facility && wallTimeIn(facility.TimeZone, now);
  const hasCheckinCode = visit !== undefined && wall !== undefined && mayShowCode({ visit, wall, hasKiosk });
  return { visit, facility, lateHours, hasCheckinCode };
}

async function pageOf(tx: Tx, { link, visit, facility, lateHours, hasCheckinCode, now }: Opened): Promise<LinkPage> {
  const patient = await patientOf(tx, link.PatientId);
  const site = await siteOf(tx);
  if (!patient) fail('not-found', deadSentence);
  const clinic = facilitySettingsFrom(facility ?? {}).patient_mail_name ?? site.Name;
  const phone = facility?.Phone ?? null;
  // Where a birth date or a code is asked for, the link alone tells whose clinic it is and no more.
  if (linkPurposes[link.purpose].level !== 'L0') return { ...nothingShown, purpose: link.purpose, clinic, phone };
  const mobile = textNumber(patient.Phone);
  if (link.purpose === 'unsubscribe')
    return { ...nothingShown, purpose: link.purpose, clinic, phone, about: link.about };
  return {
    purpose: link.purpose,
    name: patient.FirstName,
    clinic,
    phone,
    visit: visit && facility ? shownVisit(visit, facility, { lateHours, now }) : null,
    ...(await choicesOf(tx, link)),
    hasEmail: patient.Email !== null,
    mobile: mobile === null ? null : maskedRecipient('text', mobile),
    language: patient.Language,
    about: null,
    hasCheckinCode,
  };
}

type Choices = Record<ConsentPurpose, boolean>;
const none = Object.fromEntries(consentPurposes.map((purpose) => [purpose, false])) as Choices;

async function choicesOf(tx: Tx, { site, PatientId }: PatientLink): Promise<{ email: Choices; text: Choices }> {
  const given = (await standingOf(tx, site, { PatientId })).filter((one) => one.given);
  const of = (way: 'email' | 'text') => ({
    ...none,
    ...Object.fromEntries(given.filter(({ channel }) => channel === way).map(({ purpose }) => [purpose, true])),
  });
  return { email: of('email'), text: of('text') };
}

const nothingShown = {
  name: '',
  visit: null,
  email: none,
  text: none,
  hasEmail: false,
  mobile: null,
  language: null,
  about: null,
  hasCheckinCode: false,
};
const byLink = 'By the patient, through a link';

/** Only the link of a visit answers for it. */
function answered({ link, ...rest }: Opened) {
  if (link.purpose !== 'visit') fail('not-found', deadSentence);
  return { ...rest, by: byLink };
}

export function confirmByLink(seen: string): Act {
  return (tx, opened) => confirmVisit(tx, answered(opened), seen);
}

export function cannotComeByLink(seen: string): Act {
  return (tx, opened) => cannotCome(tx, answered(opened), seen);
}

export function askByLink(seen: string, note: string | null): Act {
  return (tx, opened) => askForAnotherTime(tx, answered(opened), { seen, note });
}

/** A link of its own for the kiosk, that day: what a camera reads opens nothing else, and this one there alone. */
export async function checkinCode(database: Database, token: string, now = new Date()): Promise<{ token: string }> {
  let made = '';
  await onLink(database, { token, now }, async (tx, opened) => {
    const { visit } = answered(opened);
    const { link, facility, hasCheckinCode } = opened;
    if (!visit || !facility || !hasCheckinCode) fail('user-visible', refusals.frontDesk.en);
    const { site, PatientId } = link;
    const expiresAt = momentOf(codeEnds(visit.Start), facility.TimeZone);
    const path = await makeLink(tx, site, { PatientId, purpose: 'checkin', VisitId: visit.VisitId, expiresAt });
    made = path.slice('/s/'.length);
  });
  return { token: made };
}

/** Links with which their holder says what to send; the others are for one answer. */
const setsPreferences = ({ purpose }: PatientLink): boolean => purpose === 'preferences' || purpose === 'visit';

type Preferences = Omit<z.output<typeof messageEndpoints.savePreferences.input>, 'token'>;

/** Each choice by itself: what is not named stays as it is, whatever became of it since the patient looked. */
export function savePreferences({ email = {}, text = {}, language, read = 'en' }: Preferences): Act {
  return async (tx, { link, now }) => {
    if (!setsPreferences(link)) fail('not-found', deadSentence);
    const { site, PatientId } = link;
    for (const [channel, changed] of [['email', email] as const, ['text', text] as const])
      for (const given of [true, false]) {
        const purposes = consentPurposes.filter((purpose) => changed[purpose] === given);
        const consent = {
          channel,
          given,
          purposes,
          how: 'page',
          wording: `page 1 ${read}`,
          isAnew: true,
          at: now,
        } as const;
        await noteConsent(tx, site, { of: { PatientId }, ...consent });
      }
    if (language !== undefined) await storeLanguage(tx, PatientId, language);
  };
}

/** Ends the emails that a link is about, as often as it is pressed. */
export function unsubscribe(): Act {
  return async (tx, { link, now }) => {
    const { site, PatientId, about } = link;
    if (link.purpose !== 'unsubscribe' || about === null) fail('not-found', deadSentence);
    const consent = { channel: 'email', given: false, purposes: [about], how: 'unsubscribe', at: now } as const;
    await noteConsent(tx, site, { of: { PatientId }, wording: 'email', ...consent });
  };
}
