import type { z } from 'zod';
import { wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import { facilityName } from '#contract/facilities/facility.ts';
import type { BookingRule } from '#contract/online-scheduling/booking-rule.ts';
import type { OnlineCase } from '#contract/online-scheduling/care-allows.ts';
import type { Hold, OnlineOption, OnlineOptions } from '#contract/online-scheduling/endpoints.ts';
import { lastOnlineDay } from '#contract/online-scheduling/online-slots.ts';
import type { Provider } from '#contract/providers/provider.ts';
import { dayOf } from '#contract/scheduling/wall-time.ts';
import { facilitySettingsFrom } from '#contract/settings/settings.ts';
import { refusals } from '#contract/words/refusals.ts';
import { siteSettings } from '#server/features/visits/store.ts';
import { providersNamed } from '#server/features/scheduling/store.ts';
import type { SigningKey } from '#server/kit/auth/tokens.ts';
import type { Tx } from '#server/kit/context.ts';
import { isEverAllowed, offerOf, withCareNow, type Offer } from './facts.ts';
import { inputKeyOf, noteBooker, type Booker } from './person.ts';
import { holdOf, openCases, ruleOn, rulesOn, visitsOfPatient, type HoldRow } from './rows.ts';

export const nameOf = ({ FirstName, LastName }: Pick<Provider, 'FirstName' | 'LastName'>) => `${FirstName} ${LastName}`;

/** What somebody may book; nothing, without a reason, where they are to call. */
export async function optionsOf(
  tx: Tx,
  booker: Booker,
  { typed }: SigningKey,
  now: Date,
): Promise<z.input<typeof OnlineOptions>> {
  await noteBooker(tx, booker, 'patient read');
  const cases = await casesOf(tx, booker);
  const found: { offer: Offer; option: z.input<typeof OnlineOption> }[] = [];
  for await (const offer of offersTo(tx, booker, cases, now))
    found.push({ offer, option: optionOf(offer, { isOneOfMany: cases.length > 1 }) });
  const facilities = new Map(found.map(({ offer: { facility } }) => [facility.FacilityId, facility]));
  const [first] = facilities.values();
  const held = await holdOf(tx, booker.SessionId);
  return {
    clinic: (first && facilitySettingsFrom(first).patient_mail_name) ?? (await siteSettings(tx)).Name,
    phone: first?.Phone ?? (await phoneOfClinic(tx)),
    kind: booker.kind,
    facilities: [...facilities.values()].map((one) => ({
      FacilityId: one.FacilityId,
      name: facilityName(one),
      address: [one.Address1, one.City].filter(Boolean).join(', '),
      phone: one.Phone,
      TimeZone: one.TimeZone,
    })),
    options: found.map(({ option }) => option),
    hold: held && Date.parse(held.expiresAt) > now.getTime() ? await shownHold(tx, held) : null,
    inputKey: await inputKeyOf(tx, booker, typed),
    now: now.toISOString(),
  };
}

/** Whether there is anything that somebody may book. */
export async function hasOptions(tx: Tx, booker: BooksFor, now: Date): Promise<boolean> {
  for await (const _ of offersTo(tx, booker, await casesOf(tx, booker), now)) return true;
  return false;
}

type BooksFor = Pick<Booker, 'kind' | 'PatientId' | 'kioskCaseId'>;

async function* offersTo(tx: Tx, booker: BooksFor, cases: readonly OnlineCase[], now: Date): AsyncGenerator<Offer> {
  for (const rule of await rulesOn(tx)) {
    for (const episode of whoseCases(rule, booker, cases)) {
      const offer = await offerOf(tx, rule, { episode, now });
      if (offer && (await mayBook(tx, offer, now))) yield offer;
    }
  }
}

/** The open cases that somebody books for; at a kiosk that of the visit alone. */
async function casesOf(tx: Tx, { PatientId, kioskCaseId }: BooksFor): Promise<OnlineCase[]> {
  const cases = PatientId === null ? [] : await openCases(tx, PatientId);
  return kioskCaseId === null ? cases : cases.filter(({ CaseId }) => CaseId === kioskCaseId);
}

/** Follow-ups are of a case each; whoever the clinic does not know has none. */
function whoseCases(rule: BookingRule, { kind }: BooksFor, cases: readonly OnlineCase[]): (OnlineCase | null)[] {
  if (kind === 'unrecognized') return rule.For === 'followUp' ? [] : [null];
  return rule.For === 'new' ? [] : [...cases];
}

/** Whoever has as many visits ahead as the rule allows, or whose care reaches no day that can be booked, calls. */
async function mayBook(tx: Tx, offer: Offer, now: Date): Promise<boolean> {
  const { rule, facility, care } = offer;
  if (!care) return true;
  const wall = wallTimeIn(facility.TimeZone, now);
  const visits = await visitsOfPatient(tx, care.episode.PatientId);
  const ahead = visits.filter(({ stage, Start }) => ['scheduled', 'confirmed'].includes(stage) && Start >= wall);
  if (ahead.length >= rule.MaxUpcoming) return false;
  return isEverAllowed(offer, { from: dayOf(wall), to: lastOnlineDay({ rule, facility, now }) });
}

function optionOf(
  { rule, minutes, providers, care }: Offer,
  { isOneOfMany }: { isOneOfMany: boolean },
): z.input<typeof OnlineOption> {
  return {
    BookingRuleId: rule.BookingRuleId,
    CaseId: care?.episode.CaseId ?? null,
    FacilityId: rule.FacilityId,
    name: rule.PublicName,
    discipline: isOneOfMany ? (care?.episode.Discipline ?? null) : null,
    minutes,
    anyProvider: rule.AnyProvider,
    providers: providers.map((one) => ({ ProviderId: one.ProviderId, name: nameOf(one) })),
    questions: rule.Questions.map(({ Question }) => Question),
  };
}

async function phoneOfClinic(tx: Tx): Promise<string | null> {
  const found = await tx.rows<{ Phone: string | null }>(
    `select "Phone" from facilities where site = app_site() and not "Inactive" and "Phone" is not null
     order by "LastName", "FacilityId" limit 1`,
  );
  return found[0]?.Phone ?? null;
}

export async function shownHold(tx: Tx, row: HoldRow): Promise<z.input<typeof Hold>> {
  const [provider] = await providersNamed(tx, [row.ProviderId]);
  return {
    HoldId: row.HoldId,
    BookingRuleId: row.BookingRuleId,
    CaseId: row.CaseId,
    ProviderId: row.AskedProviderId,
    provider: provider ? nameOf(provider) : '',
    Start: row.Start,
    End: row.End,
    expiresAt: row.expiresAt,
    isExtended: row.isExtended,
  };
}

type Wanted = { BookingRuleId: string; CaseId: string | null; ProviderId: string | null };

/**
 * What somebody asks to book, if they may; anything else is refused by the sentence that asks to call, whatever the
 * reason is.
 */
export async function wantedOffer(tx: Tx, booker: Booker, wanted: Wanted, now: Date): Promise<Offer> {
  const rule = await ruleOn(tx, wanted.BookingRuleId);
  const cases = await casesOf(tx, booker);
  const own = rule ? whoseCases(rule, booker, cases) : [];
  const episode = own.find((one) => (one?.CaseId ?? null) === wanted.CaseId);
  const offer = rule && episode !== undefined ? await offerOf(tx, rule, { episode, now }) : undefined;
  if (!offer || !(await mayBook(tx, offer, now))) fail('user-visible', refusals.callToBook.en);
  const isOffered =
    wanted.ProviderId === null
      ? offer.rule.AnyProvider
      : offer.providers.some(({ ProviderId }) => ProviderId === wanted.ProviderId);
  if (!isOffered) fail('user-visible', refusals.callToBook.en);
  return offer;
}

/**
 * An offer judged again once nobody else books for its patient: what another session of theirs has booked since counts.
 * Refused like one that may not be booked at all.
 */
export async function judgedAgain(tx: Tx, offer: Offer, now: Date): Promise<Offer> {
  const again = await withCareNow(tx, offer, now);
  if (!(await mayBook(tx, again, now))) fail('user-visible', refusals.callToBook.en);
  return again;
}
