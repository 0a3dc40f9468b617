import { chartRulesOn } from '../address-book/chart-rules.ts';
import type { Payer } from '../address-book/payer.ts';
import { isAssistant, type NotesPermission, type ProviderType } from '../providers/provider.ts';
import type { AlsoType, NoteType } from './note-types.ts';

/** What lets an assistant's signature stand alone: the site, and each payer that counts, by its rules of the note's day. */
export type FinalizeSwitches = {
  /** The site's `assistant_may_finalize`. */
  siteAllows: boolean;
  payers: readonly { Name: string; allows: boolean }[];
};

/** As the screen knows the site, or the server. */
export type SiteSwitches = {
  assistant_may_finalize?: boolean | undefined;
  use_only_primary_payer_notes_permission?: boolean | undefined;
};

/** The switches of a note of a day; where only the primary payer decides who writes, only that one is asked (spec 6). */
export function finalizeSwitches(
  site: SiteSwitches,
  payers: readonly Pick<Payer, 'Name' | 'Kind' | 'DatedRules'>[],
  day: string,
): FinalizeSwitches {
  const counted = site.use_only_primary_payer_notes_permission === true ? payers.slice(0, 1) : payers;
  return {
    siteAllows: site.assistant_may_finalize === true,
    payers: counted.map((payer) => ({
      Name: payer.Name,
      // What a row of before lacks allows nothing.
      allows: chartRulesOn(payer, day).AssistantMayFinalize ?? false,
    })),
  };
}

type Signing = { NoteType: NoteType; AlsoTypes: readonly AlsoType[] };

/** Kinds that anyone who writes notes signs: nothing was treated. */
const byAnyWriter: readonly NoteType[] = ['missedVisit', 'communication'];

/**
 * Why a note needs a cosignature once this provider signs it, or null where the signature is final (chart.md 3). An
 * assistant's is final where the site, every payer that counts and the own notes permission (S or higher) allow it; an
 * addendum is cosigned as the note it is added to. Who may sign at all is `signerRefusal`.
 */
export function cosignReason(
  note: Signing,
  signer: { Type: ProviderType; NotesPermission: NotesPermission },
  { siteAllows, payers }: FinalizeSwitches,
  /** The note that an addendum is added to. */
  parent: { cosignRequired: boolean } | null = null,
): string | null {
  if (signer.NotesPermission === 'C' || signer.NotesPermission === 'N')
    return 'Your notes permission requires a cosignature.';
  if (!isAssistant(signer.Type) || byAnyWriter.includes(note.NoteType)) return null;
  if (!siteAllows) return 'Your clinic requires a cosignature on notes of assistants.';
  const refusing = payers.find(({ allows }) => !allows);
  if (refusing) return `${refusing.Name} requires a cosignature on notes of assistants.`;
  if (note.NoteType === 'addendum' && parent?.cosignRequired)
    return 'The note this adds to required a cosignature, so this one does too.';
  return null;
}
