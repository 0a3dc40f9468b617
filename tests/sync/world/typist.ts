import type { Settles } from '#local/drafts/drafts.ts';
import type { RowOf } from '#contract/entities.ts';
import type { Tab } from './realms.ts';
import type { OpenTab, Profile, WorldState } from './state.ts';

/** What a person knows they typed: `sure` must be there, `maybe` was typed in the moment the tab died. */
export type Known = { sure: string; maybe: string[] };

/** `over` is what the field surely held then: once that has changed, it comes back only when it is asked for. */
export type Aside = { field: string; text: string; over: string };

export type Note = ReturnType<Tab['noteAutosave']>;
export type Charges = ReturnType<Tab['chargesAutosave']>;
export type NoteTexts = Parameters<Note['seen']>[0];
export type ChargeRow = Parameters<Charges['seen']>[0]['services'][number];

/** A visit as it is open in one tab: what its screen shows, and what is typed over it. */
export type Desk = { note: Note; noteShown: NoteTexts; charges: Charges; linesShown: ChargeRow[] };

export type Typist = {
  world: WorldState;
  profile: Profile;
  visit: RowOf<'visits'>;
  known: Map<string, Known>;
  /** Texts that a tab which died left, while the person went on in another: kept, and shown until they type over. */
  aside: Aside[];
  desks: Map<OpenTab, Desk>;
  tab: OpenTab;
  form: OpenForm | null;
  edits: number;
  faults: string[];
};

export type Values = Record<string, unknown>;
type Kept = ReturnType<Tab['createDraftForm']>;

/** A form that its button saves, half-filled in one tab; `isLeft` once that tab has died. */
export type OpenForm = {
  of: FormKind;
  tab: OpenTab;
  kept: Kept;
  /** The record as it was when this was typed. */
  opened: Values;
  typed: Values;
  isLeft: boolean;
  isSaving: boolean;
};

/** A kind of form: where it reads what it changes, and the call it becomes. */
export type FormKind = {
  name: string;
  key(typist: Typist): string;
  field: string;
  read(typist: Typist): Promise<Values | undefined>;
  save(typist: Typist, form: OpenForm, draft: Settles): Promise<unknown>;
};

export function typed(typist: Typist, field: string, text: string): void {
  const known = typist.known.get(field) ?? { sure: '', maybe: [] };
  known.maybe.push(text);
  typist.known.set(field, known);
  typist.edits += 1;
  typist.world.log(`${typist.tab.label} types ${field}: ${text.slice(-60)}`);
}
