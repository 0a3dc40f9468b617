import { withArticle } from '../base/nouns.ts';
import { allRecords } from '../records.ts';
import type { AuditEntry } from './entry.ts';

/** Every action there is, in the words of the filter. */
export const actionNames = {
  view: 'Saw a chart',
  fetch: 'Device fetched a chart',
  insert: 'Added',
  update: 'Changed',
  delete: 'Removed',
  sign: 'Signed',
  cosign: 'Cosigned',
  create: 'Made',
  invite: 'Invited',
  disable: 'Account disabled',
  enable: 'Account enabled',
  'change password': 'Password changed',
  'second factor added': 'Second step added',
  'second factor removed': 'Second step removed',
  'second factor taken': 'Second step or passkeys taken away',
  'second factor reset': 'Second step or passkeys taken away from the command line',
  'recovery codes renewed': 'Recovery codes renewed',
  'passkey added': 'Passkey added',
  'passkey renamed': 'Passkey renamed',
  'passkey removed': 'Passkey removed',
  'passkeys removed': 'All passkeys removed',
  'copied passkey': 'Copied passkey refused',
  print: 'Printed',
  export: 'Exported',
  download: 'Downloaded',
  merge: 'Merged',
  unmerge: 'Merge taken back',
  'emergency access': 'Emergency access',
  'emergency access begins': 'Emergency access began',
  'emergency access ends': 'Emergency access ended',
  review: 'Reviewed',
  login: 'Signed in',
  'login failed': 'Failed sign-in',
  'single sign-on linked': 'Known at the provider',
  logout: 'Signed out',
  'end session': 'Session ended',
  'end other sessions': 'Other sessions ended',
  'choose site': 'Chose a site',
  'account link invite': 'Invitation taken up',
  'account link reset': 'Password reset',
  'account link verify': 'E-mail confirmed',
  'copied sign-in': 'Copied sign-in ended',
  'sign-in taken up again': 'Sign-in taken up again by its own device',
  token: 'Token made',
  keys: 'Device keys changed',
  'device not sealed': 'Device no longer encrypted',
  'device sealed': 'Device encrypted again',
  'sign out and erase': 'Device erasure ordered',
  erased: 'Device erased',
  discard: 'Change discarded',
  refused: 'Refused',
  'read mails': 'Read the mails',
  'read messages': 'Read the messages to patients',
  'visit removed': 'Visit removed',
  'time offered': 'Time offered',
  'offering stopped': 'Offering stopped',
  'offer sent': 'Offer sent',
  'offer accepted': 'Offer accepted',
  'offer declined': 'Offer declined',
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
  customDays: 'a day of a schedule',
  nonPatientVisits: 'a time without patient',
  visitRequests: 'a place on the waitlist',
  visitHistory: 'a line of the visit history',
  visitNotes: 'the note of a visit',
  services: 'a charge',
  claims: 'a claim',
  ledger: 'a ledger entry',
  facilities: 'a facility',
  providers: 'a provider',
  payerRules: 'payer rules',
  payerContacts: 'a contact of a payer',
  users: 'the account',
  permissionGroups: 'a permission group',
  website: 'the settings of the site',
  organizations: 'who bills',
  customCaseInputs: 'a case input',
  visitTags: 'a visit tag',
  payerReportingTypes: 'a payer reporting type',
  singleSignOn: 'single sign-on',
  scimTokens: 'a token of a directory',
  calendarFeeds: 'the secret address of their calendar',
};

const verbs = {
  insert: 'added',
  update: 'changed',
  delete: 'removed',
  merge: 'merged',
  unmerge: 'took back the merge of',
  create: 'made',
  invite: 'sent an invitation for',
  disable: 'disabled',
  enable: 'enabled',
  'second factor taken': 'took the second step or passkeys from',
  sign: 'signed',
  cosign: 'cosigned',
} as const satisfies Partial<Record<AuditAction, string>>;

function thing(entity: string): string {
  return own(things, entity) ?? entity.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

type Told = Pick<AuditEntry, 'action' | 'entity' | 'pk' | 'account' | 'patient' | 'PatientId' | 'isOutside'>;

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
  sessions: 'did not get in by single sign-on',
  singleSignOn: 'refused a sign-in by single sign-on',
};

const deeds: Record<Exclude<AuditAction, keyof typeof verbs>, (pk: string, entity: string) => string> = {
  view: () => 'opened the chart',
  fetch: () => 'had a device fetch the chart',
  'time offered': () => 'had a free time offered to the waitlist',
  'offering stopped': () => 'stopped offering a free time',
  'offer sent': () => 'offered a free time',
  'offer accepted': () => 'noted that an offered time was accepted',
  'offer declined': () => 'noted that an offered time was declined',
  'visit removed': () => 'removed a visit that did not take place',
  print: (pk) => `printed the ${pk}`,
  export: (_, entity) => (entity === 'audit' ? 'exported the audit log' : `exported ${thing(entity)}`),
  download: (_, entity) => `downloaded the file of ${thing(entity)}`,
  'emergency access': () => 'opened the chart under emergency access',
  'emergency access begins': () => 'asked for emergency access and got it',
  'emergency access ends': () => 'ended an emergency access',
  review: () => 'reviewed an emergency access',
  login: () => 'signed in',
  'login failed': (_, entity) => failedSignIns[entity] ?? 'did not get in: the password or the code was wrong',
  'single sign-on linked': () => 'came by single sign-on for the first time',
  logout: () => 'signed out',
  'end session': () => 'ended a session of theirs',
  'end other sessions': () => 'ended all their other sessions',
  'choose site': () => 'chose a site',
  'change password': () => 'changed their password',
  'second factor added': () => 'added a second step to their sign-in',
  'second factor removed': () => 'removed the second step of their sign-in',
  'second factor reset': () => 'had their second step or passkeys taken away from the command line',
  'recovery codes renewed': () => 'renewed their recovery codes',
  'passkey added': () => 'added a passkey to their sign-in',
  'passkey renamed': () => 'renamed a passkey',
  'passkey removed': () => 'removed a passkey of their sign-in',
  'passkeys removed': () => 'removed all passkeys of their sign-in',
  'copied passkey': () => 'did not get in: the passkey had been copied',
  'account link invite': () => 'took up the invitation',
  'account link reset': () => 'set a new password by e-mail',
  'account link verify': () => 'confirmed their e-mail address',
  'copied sign-in': () => 'was signed out: the sign-in had been copied',
  'sign-in taken up again': () => 'had a sign-in taken up again by its own device, which had lost the last renewal',
  token: () => 'got a token from the command line',
  keys: () => 'changed the keys of a device',
  'device not sealed': () => 'used a device on which something was kept unencrypted',
  'device sealed': () => 'used a device that keeps everything encrypted again',
  'sign out and erase': () => 'ordered a device to be signed out and erased',
  erased: () => 'had a device erased',
  'read mails': () => 'read the mails that were written',
  'read messages': () => 'read the messages to patients',
  discard: () => 'discarded a change that was not taken',
  refused: (pk) => `was refused for lack of a permission (${pk})`,
};

function ofPatient({ patient, PatientId, isOutside }: Told): string {
  if (isOutside) return ' that is not among what you may see';
  if (patient) return ` of ${patient.FirstName} ${patient.LastName}`;
  return PatientId === null ? '' : ' of a patient who is not here any more';
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
