import { isSameValue } from '../base/same-value.ts';
import { alertElement } from '../outcomes/needs-alert.ts';
import { isAssistant, type ProviderType } from '../providers/provider.ts';
import { cellOf } from './field-keys.ts';
import { fieldTitle } from './field-titles.ts';
import { isAbout, noteField, withFields, type NoteRow } from './note-field.ts';
import { isForTherapist, noteTypeNames, type NoteType } from './note-types.ts';

/**
 * What an assistant writes in a note of any kind, beside measures and the flowsheet (chart.md 3; CMS ch. 15 §220.3 C), and
 * what was done about thoughts of self-harm, which waits for nobody.
 */
const observed: readonly string[] = ['Subjective', 'Objective', alertElement];

const rest = 'An assistant can write Subjective, Objective, measures and the flowsheet.';

/** The kind of a note that only a therapist judges, of what it is and is besides; null where it is none. */
export function judgedKind(note: Pick<NoteRow, 'NoteType' | 'AlsoTypes'>): NoteType | null {
  return [note.NoteType, ...note.AlsoTypes].find(isForTherapist) ?? null;
}

/** Why somebody of this type does not write a field of a note, or null: an assistant never judges progress, goals or plans. */
export function judgmentRefusal(
  note: Pick<NoteRow, 'NoteType' | 'AlsoTypes'>,
  field: string,
  type: ProviderType | null,
): string | null {
  if (type === null || !isAssistant(type)) return null;
  const cell = cellOf(field);
  if (cell?.owner === 'section') return judgmentRefusal(note, cell.id, type);
  if (cell) return cell.owner === 'goal' ? `Only a therapist can report on goals. ${rest}` : null;
  const judged = judgedKind(note);
  if (judged === null || isAbout(field) || observed.includes(field)) return null;
  return `${noteTypeNames[judged]}, ${fieldTitle(field)}: only a therapist can write this. ${rest}`;
}

/** Why an assistant does not make a note one of this kind, or null. */
export function kindRefusal(type: NoteType, writer: ProviderType | null): string | null {
  if (writer === null || !isAssistant(writer) || !isForTherapist(type)) return null;
  return `${noteTypeNames[type]}: only a therapist can write it. ${rest}`;
}

/** Why a note is not removed by somebody of this type, or null: what a therapist judged is theirs to give up. */
export function removalRefusal(
  note: Pick<NoteRow, 'NoteType' | 'AlsoTypes'>,
  type: ProviderType | null,
): string | null {
  const judged = judgedKind(note);
  if (judged === null || kindRefusal(judged, type) === null) return null;
  return `${noteTypeNames[judged]}: only a therapist can remove it.`;
}

/**
 * Why changes of a note are not for somebody of this type, or null; what stays as it is was not written by them. A judged
 * note does not become another by an assistant either, or its judgment would be theirs to write with the next call.
 */
export function changesRefusal(
  now: NoteRow,
  changes: Readonly<Record<string, unknown>>,
  type: ProviderType | null,
): string | null {
  const next = withFields(now, changes);
  const kinds = (note: NoteRow) => [note.NoteType, ...note.AlsoTypes];
  const before = kinds(now);
  const begun = kinds(next).find((kind) => !before.includes(kind) && kindRefusal(kind, type) !== null);
  if (begun) return kindRefusal(begun, type);
  const changed = Object.keys(changes).filter((field) => !isSameValue(changes[field], noteField(now, field)));
  for (const field of changed) {
    const refusal = judgmentRefusal(next, field, type) ?? judgmentRefusal(now, field, type);
    if (refusal) return refusal;
  }
  const ended = before.find((kind) => !kinds(next).includes(kind) && kindRefusal(kind, type) !== null);
  return ended ? `${noteTypeNames[ended]}: only a therapist can make it another kind of note. ${rest}` : null;
}
