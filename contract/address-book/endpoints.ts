import { z } from 'zod';
import { withBase } from '../base/base.ts';
import { Instant } from '../base/dates.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { PayerId, ReferringProviderId } from '../base/ids.ts';
import { OtherContact } from './other-contact.ts';
import { DatedRules, RulesHistory } from './payer-rules.ts';
import { Payer, payer } from './payer.ts';
import { ReferringProvider } from './referring-provider.ts';

/** The two versions that were on the screen: of others nothing is changed. */
const bothVersions = { lastUpdated: Instant, intoLastUpdated: Instant };

/** `policies`: how many name the payer. */
export const PayerDetail = z.object({ payer: Payer, policies: z.int() });
export type PayerDetail = z.output<typeof PayerDetail>;

/** `cases`: how many name them. */
export const ReferringDetail = z.object({ referringProvider: ReferringProvider, cases: z.int() });
export type ReferringDetail = z.output<typeof ReferringDetail>;

/** Rules and a text that changes with them. */
export const SiteRules = z.object({ history: z.array(DatedRules), version: z.string() });
const RulesOfPayer = SiteRules.extend({
  Kind: payer.fields.Kind.schema,
  /** What the site has set for every payer. */
  ofSite: z.array(DatedRules),
});
export type SiteRules = z.output<typeof SiteRules>;
export type RulesOfPayer = z.output<typeof RulesOfPayer>;
/** `base` has the history that was seen. An older app tells its `version` instead: of another one nothing is changed. */
const savedRules = { history: RulesHistory, version: z.string().max(64).optional(), ...withBase };

// The address book is open to all staff (spec 2).
const staff = {};
/** A merge writes into cases of the whole site, also those beyond the caller's row scope. */
const editors = { all: ['edit patients'] };
const rules = { all: ['access payer rules'] };

export const addressBookEndpoints = {
  referringProvider: {
    call: 'GET /referringProviders/:id',
    access: staff,
    noChart: 'About referring providers and payers, not patients.',
    summary: 'Returns a referring provider. After a merge, returns the one that was kept.',
    input: z.strictObject({ id: ReferringProviderId }),
    reply: ReferringDetail,
  },
  mergeReferringProviders: {
    call: 'POST /referringProviders/:id/merge',
    access: editors,
    noChart: 'About referring providers and payers, not patients.',
    summary: 'Merges two entries of one person. All cases move to the other entry.',
    input: z.strictObject({ id: ReferringProviderId, into: ReferringProviderId, ...bothVersions }),
    reply: ReferringDetail,
  },
  unmergeReferringProviders: {
    call: 'POST /referringProviders/:id/merge/undo',
    access: editors,
    noChart: 'About referring providers and payers, not patients.',
    summary: 'Undoes the last merge: cases and fields return to this entry.',
    input: z.strictObject({ id: ReferringProviderId }),
    reply: ReferringDetail,
  },
  payer: {
    call: 'GET /payers/:id',
    access: staff,
    noChart: 'About referring providers and payers, not patients.',
    summary: 'Returns a payer. After a merge, returns the one that was kept.',
    input: z.strictObject({ id: PayerId }),
    reply: PayerDetail,
  },
  mergePayers: {
    call: 'POST /payers/:id/merge',
    access: rules,
    noChart: 'About referring providers and payers, not patients.',
    summary: 'Merges a payer that was entered twice and is not in use. Its contacts move.',
    input: z.strictObject({ id: PayerId, into: PayerId, ...bothVersions }),
    reply: PayerDetail,
  },
  payerRules: {
    call: 'GET /payers/:id/rules',
    access: rules,
    noChart: 'About referring providers and payers, not patients.',
    summary: 'Returns a payer’s rules by start date, and the site’s default rules.',
    input: z.strictObject({ id: PayerId }),
    reply: RulesOfPayer,
  },
  savePayerRules: {
    call: 'PUT /payers/:id/rules',
    access: rules,
    noChart: 'About referring providers and payers, not patients.',
    summary: 'Replaces a payer’s rules by start date. Missing rules follow the site’s defaults.',
    input: z.strictObject({ id: PayerId, ...savedRules }),
    reply: RulesOfPayer,
  },
  payerDefaultRules: {
    call: 'GET /payerDefaultRules',
    access: rules,
    noChart: 'About referring providers and payers, not patients.',
    summary: 'Returns the site’s default payer rules.',
    input: z.strictObject({}),
    reply: SiteRules,
  },
  savePayerDefaultRules: {
    call: 'PUT /payerDefaultRules',
    access: rules,
    noChart: 'About referring providers and payers, not patients.',
    summary: 'Changes the site’s default payer rules. They apply right away.',
    input: z.strictObject(savedRules),
    reply: SiteRules,
  },
  otherContacts: {
    call: 'GET /otherContacts',
    access: staff,
    noChart: 'About referring providers and payers, not patients.',
    summary: 'Lists the other contacts of cases, such as adjusters and attorneys.',
    input: z.strictObject({}),
    reply: z.object({ otherContacts: z.array(OtherContact) }),
  },
} as const satisfies EndpointTable;
