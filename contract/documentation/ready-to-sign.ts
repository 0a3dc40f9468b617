import { holds } from '../base/permissions.ts';
import type { Service } from '../charges/service.ts';
import { mayWriteForOthers, mayWriteNotes } from '../providers/notes-permission.ts';
import {
  disciplineOf,
  isAssistant,
  type Discipline,
  type NotesPermission,
  type ProviderType,
} from '../providers/provider.ts';
import { takesPlace } from '../visits/stage.ts';
import { billableCount } from '../visits/move-facts.ts';
import type { VisitStage } from '../visits/stage.ts';
import { findingsToSign } from './asked-parts.ts';
import type { Beside } from './beside.ts';
import { blankSentence, blanksOf } from './blanks.ts';
import { saysSomething, type Cells } from './cell-values.ts';
import { cellOf } from './field-keys.ts';
import { fieldTitle } from './field-titles.ts';
import { kindOf } from './note-kinds.ts';
import { isForTherapist, noteTypeNames, type AlsoType, type NoteType } from './note-types.ts';
import { isAnswered } from './part-specs.ts';
import { asksMissing } from './payer-asks.ts';
import type { VisitNote } from './visit-note.ts';

type Written = Pick<VisitNote, 'NoteType' | 'AlsoTypes' | 'Sections' | 'Elements' | 'Cells'> &
  Partial<Pick<VisitNote, 'TreatmentMinutes'>>;
const unwritten: Written = { NoteType: 'daily', AlsoTypes: [], Sections: {}, Elements: {}, Cells: {} };

/** What still keeps a note from being signed, one sentence each; empty when it is ready. */
export function missingToSign(
  note: Written | undefined,
  /** `wrong` says why what was typed is no amount. */
  services: readonly (Pick<Service, 'CPT_Code' | 'Minutes' | 'Count'> & { wrong?: string | null })[],
  beside: Beside,
): string[] {
  const { NoteType, AlsoTypes, Sections, Elements, Cells } = note ?? unwritten;
  const kind = kindOf({ NoteType, AlsoTypes, Cells }, beside.askers);
  const isFilled = (key: string) => Boolean(Sections[key]?.trim());
  // A daily note says what the patient reported, what was found, or what was done (chart 3).
  const noContent = kind.needsContent && !['Subjective', 'Objective'].some(isFilled) && !beside.exercises.isWritten;
  const emptySections = kind.sections
    .filter(({ key, isRequired }) => isRequired && !isFilled(key))
    .map(({ title }) => `${title} is empty.`);
  const noElement = kind.elements
    .filter((spec) => spec.isRequired && !isAnswered(spec, Elements[spec.key]))
    .map(({ label }) => `${label} is missing.`);
  const noMeasure = kind.needsMeasure && !isMeasured(Cells) ? ['No measure is recorded.'] : [];
  const noService = kind.needsService && services.length === 0 ? ['No service is recorded.'] : [];
  // A timed service has no count, see recorded-services.ts.
  const noMinutes = services
    .filter((service) => !service.wrong && service.Count === null && !service.Minutes)
    .map((service) => `${service.CPT_Code} has no minutes.`);
  const wrong = services.flatMap((service) => (service.wrong ? [`${service.CPT_Code}: ${service.wrong}`] : []));
  return [
    ...noElement,
    ...asksMissing(note ?? unwritten, services, { elements: kind.elements, asks: beside.asked }),
    ...(noContent ? ['Enter Subjective, Objective or the flowsheet.'] : []),
    ...emptySections,
    ...unfilled(kind.sections, { Sections, Elements, Cells }),
    ...beside.copied,
    ...noMeasure,
    ...beside.wrongMeasures,
    ...findingsToSign({ NoteType, AlsoTypes, Cells }, beside.askers),
    ...beside.goalsAndPlans,
    ...beside.outcomes,
    ...beside.exercises.wrong,
    ...noService,
    ...new Set([...noMinutes, ...wrong, ...beside.charges]),
    ...shortTreatment(note, services),
  ];
}

/** What was left to fill in, wherever it will be printed: a section of another kind is, and so are short answers and comments. */
function unfilled(
  sections: readonly { key: string; title: string }[],
  { Sections, Elements, Cells }: Pick<Written, 'Sections' | 'Elements' | 'Cells'>,
): string[] {
  const asked = sections.map(({ key, title }) => ({ key, title, text: Sections[key] }));
  const known = new Set(sections.map(({ key }) => key));
  const others = Object.entries({ ...Sections, ...Elements, ...Cells }).filter(([key]) => !known.has(key));
  const all = [...asked, ...others.map(([key, text]) => ({ key, title: fieldTitle(key), text }))];
  const sentences = all.flatMap(({ title, text }) => {
    const [found] = typeof text === 'string' ? blanksOf(text) : [];
    return found ? [blankSentence(title, found)] : [];
  });
  return [...new Set(sentences)];
}

/** Minutes of the whole visit that are fewer than the timed ones among them (CMS ch. 15 §220.3 E). */
function shortTreatment(
  note: Partial<Pick<VisitNote, 'TreatmentMinutes'>> | undefined,
  services: readonly Pick<Service, 'Minutes' | 'Count'>[],
): string[] {
  const timed = services.reduce((sum, { Minutes, Count }) => sum + (Count === null ? (Minutes ?? 0) : 0), 0);
  const treated = note?.TreatmentMinutes ?? null;
  if (treated === null || treated >= timed) return [];
  return [`Treatment time is ${treated} minutes, but the timed services add up to ${timed}.`];
}

/** Whether a value was measured: a comment, or why nothing was tested, is none. */
function isMeasured(cells: Cells): boolean {
  return Object.entries(cells).some(([field, value]) => {
    const cell = cellOf(field);
    return cell?.owner === 'measure' && cell.name === 'Value' && saysSomething(value);
  });
}

/** Who wants to write: permissions, and what the provider behind the user may do; null is not a provider. */
export type NoteWriter = {
  can: readonly string[];
  ProviderId: string | null;
  NotesPermission: NotesPermission | null;
};

/** Why a user may not write this note, or null. `ProviderId` is whose visit it is, or who began a note of the case. */
export function noteRefusal(
  note: { signedAt: string | null; ProviderId: string | null },
  user: NoteWriter,
): string | null {
  if (note.signedAt) return 'This note is signed, so it can’t change. Your text was not saved to the note.';
  if (!holds(user.can, 'write notes')) return 'You do not have permission to write notes.';
  if (user.NotesPermission === null) return null;
  if (!mayWriteNotes(user.NotesPermission)) return 'Your notes permission doesn’t let you write this note.';
  if (note.ProviderId !== null && note.ProviderId !== user.ProviderId && !mayWriteForOthers(user.NotesPermission)) {
    return 'This visit belongs to another provider. Your notes permission covers only your own visits.';
  }
  return null;
}

/**
 * Why a user may not write goals, plans of care or exercises of a case, or null: who writes its notes may. `ProviderId` is
 * whose visit it is written in, null for the case alone.
 */
export function careRefusal(user: NoteWriter, ProviderId: string | null = null): string | null {
  const refusal = noteRefusal({ signedAt: null, ProviderId }, user);
  if (refusal === null || user.NotesPermission === null || mayWriteNotes(user.NotesPermission)) return refusal;
  return 'Your notes permission doesn’t let you write in this case.';
}

/** Why a user may not add to a signed note, or null: its signer may, and who has the whole permission. */
export function addendumRefusal(parent: Pick<VisitNote, 'signedByProviderId'>, user: NoteWriter): string | null {
  if (user.ProviderId === null) return 'Only a provider can add to a signed note.';
  if (user.ProviderId === parent.signedByProviderId || user.NotesPermission === 'F') return null;
  return 'Only the provider who signed this note can add to it, or one with full notes permission.';
}

export function mayEditNote(note: { signedAt: string | null; ProviderId: string | null }, user: NoteWriter): boolean {
  return noteRefusal(note, user) === null;
}

/** Why a provider of this type cannot sign a note of this kind in a case of this discipline, or null (42 CFR 410.60). */
export function signerRefusal(
  note: { NoteType: NoteType; AlsoTypes: readonly AlsoType[] },
  discipline: Discipline,
  signer: ProviderType,
): string | null {
  if (disciplineOf(signer) !== discipline)
    return `This note belongs to a case of ${discipline}. Only a provider of ${discipline} can sign it.`;
  const judged = [note.NoteType, ...note.AlsoTypes].find(isForTherapist);
  if (judged && isAssistant(signer))
    return `${noteTypeNames[judged]}: only a therapist can sign it. An assistant can write parts of it.`;
  return null;
}

/** Why a note of a case of this discipline cannot be cosigned by this provider, or null; whom it names is asked, not bound. */
export function cosignRefusal(
  note: Pick<VisitNote, 'signedAt' | 'cosignRequired' | 'cosignedAt' | 'signedByProviderId'> | undefined,
  discipline: Discipline,
  cosigner: { ProviderId: string; Type: ProviderType; NotesPermission: NotesPermission },
): string | null {
  if (!note?.signedAt) return 'This note is not signed yet, so it cannot be cosigned.';
  if (!note.cosignRequired) return 'This note needs no cosignature.';
  if (note.cosignedAt) return 'This note is already cosigned.';
  if (note.signedByProviderId === cosigner.ProviderId)
    return 'You can’t cosign a note you signed. Ask another provider.';
  if (isAssistant(cosigner.Type) || disciplineOf(cosigner.Type) !== discipline)
    return `Only a therapist of ${discipline} can cosign this note.`;
  return cosigner.NotesPermission === 'F' ? null : 'Your notes permission doesn’t let you cosign.';
}

/** Why a visit's note of this kind cannot be signed in its stage, or null. */
export function signStageRefusal(stage: VisitStage, type: NoteType = 'daily'): string | null {
  if (type === 'missedVisit')
    return takesPlace({ stage }) ? 'This kind of note is only for a visit that did not take place.' : null;
  return stage === 'inProgress' || stage === 'review'
    ? null
    : 'You can sign a note only while its visit is In progress or To finish.';
}

/** Where a visit stands once its note is signed or cosigned. */
export function stageAfterSign(
  cosignMissing: boolean,
  services: readonly Pick<Service, 'Units'>[],
): Extract<VisitStage, 'billing' | 'review'> {
  return !cosignMissing && billableCount(services) > 0 ? 'billing' : 'review';
}
