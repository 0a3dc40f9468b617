import type { NoteId, PatientId, VisitId } from '#contract/base/ids.ts';
import { isSameValue } from '#contract/base/same-value.ts';
import type { AnyRecord } from '#contract/record/record.ts';
import { keptRows } from '#contract/kept-rows.ts';
import type { CommandFormName } from '#contract/records.ts';
import { device } from '../store/device.ts';
import { openKeys } from './draft-locks.ts';
import { baseOf, draftKeys, readDraft } from './drafts.ts';
import { fieldIn } from './field-in.ts';
import { isFieldDraft, unqueuedFields } from './field-drafts.ts';
import { readRow } from '../reads/reads.ts';

/**
 * Where what a person types is kept until it is a queued call. Other drafts are the app's own, or belong to a
 * refused change, which is counted itself.
 */
export const unsavedKey = {
  /** A visit's note has the id of the visit. */
  note: (id: NoteId | VisitId) => `note:${id}`,
  charges: (visit: VisitId) => `charges:${visit}`,
  flowsheet: (visit: VisitId) => `flowsheet:${visit}`,
  /** Why a note is signed late. */
  reasons: (id: NoteId) => `reasons:${id}`,
  /** What happened to a plan of care. */
  stamp: (patient: PatientId) => `form:stamp:${patient}`,
  days: () => 'form:days',
  calendar: () => 'form:calendar',
  waitlist: () => 'form:waitlist',
  region: () => 'form:region',
  series: (patient: PatientId) => `form:series:${patient}`,
  at: (form: FormAt, path: `/${string}`) => `form:at:${form}${path}`,
};

/** Forms of the clinic's own screens, each at the address where it is opened. */
export type FormAt =
  | 'payerRules'
  | 'defaultRules'
  | 'facility'
  | 'provider'
  | 'newProvider'
  | 'person'
  | 'access'
  | 'invitation'
  | 'group'
  | 'site'
  | 'outcome'
  | 'intakeForm'
  | 'insuranceReview'
  | 'addresses'
  | 'listName'
  | 'closedPeriod'
  | 'setting'
  | 'fillRules'
  | 'connection'
  | 'directory'
  | 'kiosk'
  | 'arrival'
  | 'ownName'
  | 'consents';

/** The draft of a record's form, in the chart or on the screen where it is open; '' where it has one place only. */
export function recordKey({ name }: Pick<AnyRecord, 'name'>, at: string): string {
  return at === '' ? `form:${name}` : `form:${name}:${at}`;
}

export type TypedKind = keyof typeof unsavedKey | 'record';
/**
 * `id` is of a visit or of a patient, or a form with its address. It is null for a patient who is not made yet and for
 * forms of the calendar. `fields`: what was typed in; `record`: the name of the record whose form it is.
 */
export type Typed = { key: string; kind: TypedKind; id: string | null; fields: string[]; record?: string };

/** How the keys of each kind begin; a kind that is missing here does not compile. */
const prefixes: Record<keyof typeof unsavedKey, string> = {
  note: 'note',
  charges: 'charges',
  flowsheet: 'flowsheet',
  reasons: 'reasons',
  stamp: 'form:stamp',
  days: 'form:days',
  calendar: 'form:calendar',
  waitlist: 'form:waitlist',
  series: 'form:series',
  region: 'form:region',
  at: 'form:at',
};
const kinds = new Map(Object.entries(prefixes).map(([kind, prefix]) => [prefix, kind as keyof typeof unsavedKey]));

const ofCommands: Record<CommandFormName, true> = { case: true, patient: true, 'new-patient': true };
/** The names of all forms of records, without what they ask for: that comes with a form. */
const formNames = new Set([
  ...Object.values(keptRows).flatMap((of) => ('record' in of ? [of.record.name as string] : [])),
  ...Object.keys(ofCommands),
]);

/** Text of this person that nobody has before them and that no save has taken: a tab died, or a form was left. */
export async function unsavedDrafts(): Promise<Typed[]> {
  const from = device();
  const keys = await unsavedKeys();
  if (keys.length === 0) return [];
  const open = await Promise.resolve(openKeys(from));
  return unsavedOf(keys.filter((key) => !open.has(key)));
}

/** All text that no save has taken, whether or not it is open on a screen. */
export async function allTyped(): Promise<Typed[]> {
  return unsavedOf(await unsavedKeys());
}

/** Puts copies of drafts in their place that a tab which died has left, but of what another tab has open. */
export async function takeLeftCopies(): Promise<void> {
  const on = device();
  const { takeCopies } = await import('./draft-copies.ts');
  await takeCopies(on, async (key) => (await openKeys(on)).has(key));
}

/** Whether a draft is what a person typed, and not one of the app's own. */
export function isTyped(key: string): boolean {
  return kindOf(key) !== undefined;
}

async function unsavedKeys(): Promise<string[]> {
  return (await draftKeys()).filter(isTyped);
}

function kindOf(key: string): Pick<Typed, 'kind' | 'id' | 'record'> | undefined {
  const [, name = '', id = null] = /^((?:form:)?[a-zA-Z-]+)(?::(.+))?$/.exec(baseOf(key)) ?? [];
  const kind = kinds.get(name);
  const record = name.slice('form:'.length);
  if (name.startsWith('form:') && formNames.has(record)) return { kind: 'record', id, record };
  return kind && { kind, id };
}

async function unsavedOf(keys: readonly string[]): Promise<Typed[]> {
  const found: Typed[] = [];
  for (const key of keys) {
    const of = kindOf(key);
    const draft = await readDraft<Record<string, unknown>>(key);
    // What only a former password opens is told of with the other changes of that time.
    if (!of || !draft) continue;
    const fields = of.kind === 'note' ? await unsavedSections(of.id as NoteId, draft) : fieldsOf(draft);
    if (fields.length > 0) found.push({ key, ...of, fields });
  }
  return found;
}

/** Some forms keep what was typed beside what it was typed over. */
function fieldsOf(draft: Record<string, unknown>): string[] {
  if (isFieldDraft(draft)) return unqueuedFields(draft);
  return Object.keys('over' in draft || 'of' in draft ? (draft['typed'] as object) : draft);
}

/** The sections that hold another text than was typed: a tab that died after its save leaves the draft behind. */
async function unsavedSections(id: NoteId, draft: Record<string, unknown>): Promise<string[]> {
  const note = await readRow('visitNotes', id);
  if (!isFieldDraft(draft)) return [];
  return unqueuedFields(draft).filter((field) => !isSameValue(draft[field]?.value ?? '', fieldIn(note, field) ?? ''));
}
