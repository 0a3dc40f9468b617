import { withArticle } from '../base/nouns.ts';
import { allRecords } from '../records.ts';
import type { AuditEntry } from './entry.ts';

/** Every action there is, in the words of the filter. */
export const actionNames = {
  view: 'Viewed a chart',
  fetch: 'Device downloaded a chart',
  'first sync': 'Device downloaded charts',
  sync: 'Device received changes',
  list: 'Viewed a list of patients',
  'calendar read': 'Calendar link read',
  insert: 'Added',
  update: 'Changed',
  delete: 'Removed',
  sign: 'Signed',
  cosign: 'Cosigned',
  create: 'Created',
  invite: 'Invited',
  disable: 'Account disabled',
  enable: 'Account enabled',
  'change password': 'Password changed',
  'second factor added': 'Two-step sign-in turned on',
  'second factor removed': 'Two-step sign-in turned off',
  'second factor taken': 'Two-step sign-in or passkeys reset',
  'second factor reset': 'Two-step sign-in or passkeys reset from the command line',
  'recovery codes renewed': 'New recovery codes',
  'passkey added': 'Passkey added',
  'passkey renamed': 'Passkey renamed',
  'passkey removed': 'Passkey removed',
  'passkeys removed': 'All passkeys removed',
  'copied passkey': 'Copied passkey refused',
  print: 'Printed',
  export: 'Exported',
  download: 'Downloaded',
  merge: 'Merged',
  unmerge: 'Merge undone',
  'emergency access': 'Emergency access',
  'emergency access begins': 'Emergency access began',
  'emergency access ends': 'Emergency access ended',
  review: 'Reviewed',
  login: 'Signed in',
  'login failed': 'Failed sign-in',
  'single sign-on linked': 'Single sign-on linked',
  logout: 'Signed out',
  'end session': 'Session ended',
  'end other sessions': 'Other sessions ended',
  'choose site': 'Chose a site',
  'account link invite': 'Invitation accepted',
  'account link reset': 'Password reset',
  'account link verify': 'Email confirmed',
  'copied sign-in': 'Copied sign-in ended',
  'guessed sign-in': 'Session ended after wrong passwords',
  'sign-in taken up again': 'Sign-in resumed by its own device',
  token: 'Token created',
  'keys rotated': 'Server keys rotated',
  keys: 'Device keys changed',
  'device not sealed': 'Device no longer encrypted',
  'device sealed': 'Device encrypted again',
  'sign out and erase': 'Device erase requested',
  erased: 'Device erased',
  discard: 'Change discarded',
  refused: 'Denied',
  'read mails': 'Viewed sent emails',
  'read messages': 'Viewed messages to patients',
  'visit removed': 'Visit removed',
  'time offered': 'Time offered',
  'offering stopped': 'Offering stopped',
  'offer sent': 'Offer sent',
  'offer accepted': 'Offer accepted',
  'offer declined': 'Offer declined',
  'patient login': 'Patient logged in',
  'patient login failed': 'Failed patient login',
  'patient logout': 'Patient logged out',
  'patient read': 'Patient viewed a page',
  'patient change': 'Patient made a change',
  'end links': 'Links of a patient ended',
  'end patient session': 'Login of a patient ended',
  'record consent': 'Consent to messages recorded',
} as const;

/** What this version writes; an entry of a newer one may name another action. */
export type AuditAction = keyof typeof actionNames;

/** The word of an action; one that this version does not know is told as it stands. */
export function actionName(action: string): string {
  return own(actionNames, action) ?? action.slice(0, 1).toUpperCase() + action.slice(1);
}

function own<T>(words: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

/** A record, as it follows “changed”. */
const things: Record<string, string> = {
  ...Object.fromEntries(allRecords.map(({ entity, noun }) => [entity, withArticle(noun)])),
  patients: 'the record',
  insurances: 'an insurance',
  cases: 'a case',
  visits: 'a visit',
  customDays: 'a schedule day',
  nonPatientVisits: 'a block',
  visitRequests: 'a waitlist entry',
  visitHistory: 'a visit history entry',
  visitNotes: 'a note',
  signatures: 'a signature',
  caseEvalMeasurements: 'a measure of a case',
  services: 'a charge',
  claims: 'a claim',
  ledger: 'a ledger entry',
  facilities: 'a facility',
  providers: 'a provider',
  payerRules: 'payer rules',
  payerContacts: 'a payer contact',
  users: 'the account',
  permissionGroups: 'a permission group',
  website: 'the site settings',
  organizations: 'a billing entity',
  customCaseInputs: 'a case question',
  visitTags: 'a visit tag',
  payerReportingTypes: 'a payer reporting type',
  singleSignOn: 'single sign-on',
  scimTokens: 'a directory token',
  calendarFeeds: 'their calendar link',
  files: 'a file',
};

const verbs = {
  insert: 'added',
  update: 'changed',
  delete: 'removed',
  merge: 'merged',
  unmerge: 'undid the merge of',
  create: 'created',
  invite: 'sent an invitation to',
  disable: 'disabled',
  enable: 'enabled',
  'second factor taken': 'reset two-step sign-in or passkeys for',
  sign: 'signed',
  cosign: 'cosigned',
} as const satisfies Partial<Record<AuditAction, string>>;

function thing(entity: string): string {
  return own(things, entity) ?? entity.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

type Told = Pick<
  AuditEntry,
  'action' | 'entity' | 'pk' | 'account' | 'patient' | 'PatientId' | 'isOutside' | 'patients'
>;

/** What a person did, as it follows their name: `changed a visit of Rosa Alvarez`. */
export function deed(entry: Told): string {
  return `${withoutPatient(entry)}${ofPatient(entry)}`;
}

function withoutPatient({ action, entity, pk, account }: Told): string {
  const verb = own(verbs, action);
  if (verb !== undefined) return `${verb} ${thing(entity)}${account === null ? '' : ` of ${account}`}`;
  return own(deeds, action)?.(pk, entity) ?? `${action}: ${thing(entity)}`;
}

/** Those by single sign-on; of a person who is known, or of nobody. */
const failedSignIns: Record<string, string> = {
  sessions: 'failed to sign in by single sign-on',
  singleSignOn: 'rejected a single sign-on',
};

const lists: Record<string, string> = {
  schedule: 'viewed a schedule',
  'patient search': 'searched the patients',
  'same people': 'viewed patients who may be the same person',
  waitlist: 'viewed the waitlist',
  messages: 'viewed the messages to patients',
  'claims to correct': 'viewed the claims to correct',
};

const deeds: Record<Exclude<AuditAction, keyof typeof verbs>, (pk: string, entity: string) => string> = {
  view: () => 'opened the chart',
  fetch: () => 'downloaded the chart to a device',
  'first sync': () => 'downloaded charts to a device',
  sync: () => 'received changes on a device',
  list: (pk) => own(lists, pk) ?? 'viewed a list of patients',
  'calendar read': () => 'received visits through their calendar link',
  'time offered': () => 'offered an open time to the waitlist',
  'offering stopped': () => 'stopped offering an open time',
  'offer sent': () => 'offered an open time',
  'offer accepted': () => 'recorded that an offered time was accepted',
  'offer declined': () => 'recorded that an offered time was declined',
  'visit removed': () => 'removed a visit that didn’t happen',
  print: (pk) => `printed the ${pk}`,
  export: (_, entity) => (entity === 'audit' ? 'exported the audit log' : `exported ${thing(entity)}`),
  download: (_, entity) => `downloaded the file for ${thing(entity)}`,
  'emergency access': () => 'opened the chart under emergency access',
  'emergency access begins': () => 'began emergency access',
  'emergency access ends': () => 'ended emergency access',
  review: () => 'reviewed emergency access',
  login: () => 'signed in',
  'login failed': (_, entity) => failedSignIns[entity] ?? 'failed to sign in: wrong password or code',
  'single sign-on linked': () => 'signed in by single sign-on for the first time',
  logout: () => 'signed out',
  'end session': () => 'ended one of their sessions',
  'end other sessions': () => 'ended all their other sessions',
  'choose site': () => 'chose a site',
  'change password': () => 'changed their password',
  'second factor added': () => 'turned on two-step sign-in',
  'second factor removed': () => 'turned off two-step sign-in',
  'second factor reset': () => 'had two-step sign-in or passkeys reset from the command line',
  'recovery codes renewed': () => 'made new recovery codes',
  'passkey added': () => 'added a passkey',
  'passkey renamed': () => 'renamed a passkey',
  'passkey removed': () => 'removed a passkey',
  'passkeys removed': () => 'removed all their passkeys',
  'copied passkey': () => 'failed to sign in: the passkey had been copied',
  'account link invite': () => 'accepted the invitation',
  'account link reset': () => 'set a new password by email',
  'account link verify': () => 'confirmed their email',
  'copied sign-in': () => 'was signed out: the sign-in had been copied',
  'guessed sign-in': () => 'was signed out: too many wrong passwords or codes',
  'sign-in taken up again': () => 'resumed a sign-in on their own device after a lost renewal',
  token: () => 'got a token from the command line',
  'keys rotated': () => 'rotated the server keys from the command line',
  keys: () => 'changed the keys of a device',
  'device not sealed': () => 'used a device with unencrypted data',
  'device sealed': () => 'used a device that is fully encrypted again',
  'sign out and erase': () => 'requested that a device be signed out and erased',
  erased: () => 'erased a device',
  'read mails': () => 'viewed sent emails',
  'read messages': () => 'viewed messages to patients',
  'patient login': () => 'logged a patient or guarantor in',
  'patient login failed': () => 'refused a link: wrong birth date',
  'patient logout': () => 'ended the login of a patient or guarantor',
  'patient read': (_, entity) => `showed ${entity === 'visits' ? 'visits' : 'a page'} to the patient or a guarantor`,
  'patient change': (_, entity) =>
    `recorded an answer ${entity === 'visits' ? 'about a visit ' : ''}from the patient or a guarantor`,
  'end links': () => 'ended the links',
  'end patient session': () => 'ended a login to the pages for patients',
  'record consent': () => 'recorded the consent to messages',
  discard: () => 'discarded a change that was not accepted',
  refused: (pk) => `was denied: missing permission (${pk})`,
};

function ofPatient({ patient, PatientId, isOutside, patients }: Told): string {
  if (patients !== null) return ` (${patients} ${patients === 1 ? 'patient' : 'patients'})`;
  if (isOutside) return ' that you can’t see';
  if (patient) return ` of ${patient.FirstName} ${patient.LastName}`;
  return PatientId === null ? '' : ' of a removed patient';
}

/** Whom the log names where nobody was signed in. */
export const noPerson = 'Mainstay';

export function auditSentence(entry: Told & Pick<AuditEntry, 'person'>): string {
  return `${entry.person ?? noPerson} ${deed(entry)}`;
}

/** `signedAt` as `signed at`, `FirstName` as `first name`. */
export function fieldName(field: string): string {
  return field
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}
