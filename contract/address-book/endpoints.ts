import { z } from 'zod';
import { EmailOrNull, Npi, PhoneDigits } from '../base/contact-fields.ts';
import { Instant } from '../base/dates.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { PayerId, ReferringProviderId } from '../base/ids.ts';
import { Line, OptionalLine } from '../base/text.ts';
import { addressFields, mostPayerContacts, PayerContact } from './contacts.ts';
import { OtherContact } from './other-contact.ts';
import { DatedRules, RulesHistory } from './payer-rules.ts';
import { ClaimFilingCode, Payer, payerKinds } from './payer.ts';
import { ReferringProvider } from './referring-provider.ts';

export const ReferringProviderFields = z.strictObject({
  FirstName: Line(60),
  LastName: Line(60),
  Credential: OptionalLine(20),
  PracticeName: OptionalLine(80),
  NationalProviderId: Npi.nullable(),
  Phone: PhoneDigits.nullable(),
  Fax: PhoneDigits.nullable(),
  Email: EmailOrNull,
  ...addressFields,
  Inactive: z.boolean(),
});

export const PayerFields = z.strictObject({
  Name: Line(120),
  Kind: z.enum(payerKinds),
  /** Letters and digits as the clearinghouse lists them. */
  ElectronicPayerId: z
    .string()
    .max(20)
    .regex(/^[A-Za-z0-9-]+$/, { error: 'must be letters and digits' })
    .nullable(),
  ClaimFilingCode,
  Phone: PhoneDigits.nullable(),
  ...addressFields,
  Inactive: z.boolean(),
  /** Of the site's list; not sent, it stays as it is. */
  PayerReportingTypeId: z.uuid().nullable().optional(),
  contacts: z.array(PayerContact).max(mostPayerContacts),
});

/** The version that was on the screen: of another one nothing is changed. */
const lastUpdated = Instant;
/** The two versions that were on the screen. */
const bothVersions = { lastUpdated, intoLastUpdated: Instant };

/** A payer as its own page shows it. */
export const PayerDetail = z.object({
  payer: Payer.required({ updated_at: true }),
  contacts: z.array(PayerContact),
  /** How many policies name the payer. */
  policies: z.int(),
});
export type PayerDetail = z.output<typeof PayerDetail>;

export const ReferringDetail = z.object({
  referringProvider: ReferringProvider.required({ updated_at: true }),
  /** How many cases name them. */
  cases: z.int(),
});
export type ReferringDetail = z.output<typeof ReferringDetail>;

/** Rules and a text that changes with them: of another version nothing is changed. */
const SiteRules = z.object({ history: z.array(DatedRules), version: z.string() });
const RulesOfPayer = SiteRules.extend({
  Kind: z.enum(payerKinds),
  /** What the site has set for every payer. */
  ofSite: z.array(DatedRules),
});
export type SiteRules = z.output<typeof SiteRules>;
export type RulesOfPayer = z.output<typeof RulesOfPayer>;
/** With the versions of the payer before and after: what devices apply lies in its row. */
const SavedRules = RulesOfPayer.extend({ updatedBefore: Instant, updated_at: Instant });
export type SavedRules = z.output<typeof SavedRules>;
const savedRules = { history: RulesHistory, version: z.string().max(64) };

// The address book is open to all staff (spec 2); who is billed is changed by who bills or sets payer rules.
const staff = {};
/** A merge writes into cases of the whole site, also those beyond the caller's row scope. */
const editors = { all: ['edit patients'] };
const billers = { any: ['access billing', 'access payer rules'] };
const rules = { all: ['access payer rules'] };

export const addressBookEndpoints = {
  createReferringProvider: {
    call: 'POST /referringProviders',
    access: staff,
    summary: 'A new referring provider; one of the same name is taken only when somebody said it is another person.',
    input: ReferringProviderFields.extend({ ReferringProviderId, isSomebodyElse: z.boolean().optional() }),
    reply: ReferringDetail,
  },
  updateReferringProvider: {
    call: 'PUT /referringProviders/:id',
    access: staff,
    summary: 'A referring provider as they are now, unless somebody else has changed them meanwhile.',
    input: ReferringProviderFields.extend({ id: ReferringProviderId, lastUpdated }),
    reply: ReferringDetail,
  },
  referringProvider: {
    call: 'GET /referringProviders/:id',
    access: staff,
    summary: 'A referring provider; of one that was merged, the one that took their place.',
    input: z.strictObject({ id: ReferringProviderId }),
    reply: ReferringDetail,
  },
  mergeReferringProviders: {
    call: 'POST /referringProviders/:id/merge',
    access: editors,
    summary: 'The same person entered twice: every case of this one names the other from now on.',
    input: z.strictObject({ id: ReferringProviderId, into: ReferringProviderId, ...bothVersions }),
    reply: ReferringDetail,
  },
  unmergeReferringProviders: {
    call: 'POST /referringProviders/:id/merge/undo',
    access: editors,
    summary: 'Takes back the last merge of this one: cases, what was filled in, and who had followed.',
    input: z.strictObject({ id: ReferringProviderId }),
    reply: ReferringDetail,
  },
  createPayer: {
    call: 'POST /payers',
    access: billers,
    summary: 'A new payer with its contacts; its rules are those of the site until it gets its own.',
    input: PayerFields.extend({ PayerId }),
    reply: PayerDetail,
  },
  updatePayer: {
    call: 'PUT /payers/:id',
    access: billers,
    summary: 'A payer with its contacts as they are now, unless somebody else has changed it meanwhile.',
    input: PayerFields.extend({ id: PayerId, lastUpdated }),
    reply: PayerDetail,
  },
  payer: {
    call: 'GET /payers/:id',
    access: staff,
    summary: 'A payer with its contacts; of one that was merged, the one that took its place.',
    input: z.strictObject({ id: PayerId }),
    reply: PayerDetail,
  },
  mergePayers: {
    call: 'POST /payers/:id/merge',
    access: rules,
    summary: 'A payer entered twice, which nothing names yet, gives its contacts to the other.',
    input: z.strictObject({ id: PayerId, into: PayerId, ...bothVersions }),
    reply: PayerDetail,
  },
  payerRules: {
    call: 'GET /payers/:id/rules',
    access: rules,
    summary: 'The rules of a payer by the day they hold from, and those of the site they fall back to.',
    input: z.strictObject({ id: PayerId }),
    reply: RulesOfPayer,
  },
  savePayerRules: {
    call: 'PUT /payers/:id/rules',
    access: rules,
    summary: 'All rules of a payer by the day they hold from; what is missing in them is as the site has it.',
    input: z.strictObject({ id: PayerId, ...savedRules }),
    reply: SavedRules,
  },
  payerDefaultRules: {
    call: 'GET /payerDefaultRules',
    access: rules,
    summary: 'The rules of the site for every payer that has none of its own.',
    input: z.strictObject({}),
    reply: SiteRules,
  },
  savePayerDefaultRules: {
    call: 'PUT /payerDefaultRules',
    access: rules,
    summary: 'The rules of the site; every payer that falls back to them has them at once, on every device.',
    input: z.strictObject(savedRules),
    reply: SiteRules,
  },
  otherContacts: {
    call: 'GET /otherContacts',
    access: staff,
    summary: 'All people and companies that cases involve without paying or referring.',
    input: z.strictObject({}),
    reply: z.object({ otherContacts: z.array(OtherContact) }),
  },
} as const satisfies EndpointTable;
