import { useState } from 'react';
import type { CaseId } from '#contract/base/ids.ts';
import type { ComplianceFacts } from '#contract/compliance/facts.ts';
import { signWarnings, unexplained, type SignReason, type SignWarning } from '#contract/compliance/sign-warnings.ts';
import { cloneWarnings } from '#contract/documentation/clone-warnings.ts';
import { noteWarnings, type BesideSigning } from '#contract/documentation/note-warnings.ts';
import { insertedTexts } from '#contract/documentation/used-templates.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { isAssistant, type Provider } from '#contract/providers/provider.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { complianceFactsOf } from '#local/reads/compliance.ts';
import { signedNotesBefore } from '#local/reads/documentation.ts';
import { readBesideSigning } from '#local/reads/signing.ts';
import { templateTextIn } from '#local/reads/templates.ts';
import type { Settles } from '#local/drafts/drafts.ts';
import { useDraftForm, useDraftValues } from '#shared/autosave/use-draft-form.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLive } from '#shared/hooks/use-live.ts';

type ToSign = Pick<
  VisitNote,
  'NoteId' | 'VisitId' | 'NoteType' | 'AlsoTypes' | 'NoteDate' | 'Sections' | 'Cells' | 'TreatmentMinutes'
>;
type Ground = {
  facts: ComplianceFacts | undefined;
  before: VisitNote[];
  template: string;
  beside: Omit<BesideSigning, 'provider'>;
};
type Reasons = Readonly<Record<string, string>>;

export type SignWarnings = {
  warnings: readonly SignWarning[];
  isLoading: boolean;
  /** Reasons as far as they are typed, by the key of their warning. */
  typed: Reasons;
  type(key: string, reason: string): void;
  /** Keys of warnings whose reason is still missing. */
  lacking: ReadonlySet<string>;
  /** Signs with the reasons, once each warning has the one it needs; false from `sign` keeps them. */
  submit(sign: (reasons: SignReason[], draft: Settles | undefined) => Promise<boolean>): Promise<void>;
};

/**
 * What a signer is told before signing, and the reasons they type: these are kept over a lock and a reload until the
 * note is signed.
 */
export function useSignWarnings(
  CaseId: CaseId,
  note: ToSign,
  provider: Provider | null,
  /** All of the case, where they are known already. */
  notes?: readonly VisitNote[],
): SignWarnings {
  const signer = {
    ProviderId: provider?.ProviderId ?? '',
    isAssistant: provider !== null && isAssistant(provider.Type),
  };
  const today = useClinicToday();
  const { NoteId, NoteDate } = note;
  const read = async (): Promise<Ground> => ({
    facts: await complianceFactsOf(CaseId, today),
    before: await signedNotesBefore({ CaseId, NoteId, NoteDate }, notes),
    template: await templateTextIn(note.Cells),
    beside: await readBesideSigning({ CaseId, NoteId, VisitId: note.VisitId }, notes),
  });
  const live = useLive(read, [CaseId, today, NoteId, NoteDate, notes, insertedTexts(note.Cells).join()]);
  const [typed, setTyped] = useState<Reasons>({});
  const kept = useDraftForm<Reasons>(unsavedKey.reasons(NoteId), () => undefined);
  useDraftValues<Reasons>(kept, typed, setTyped);
  const warningsIn = ({ facts, before, template, beside }: Ground): SignWarning[] => [
    ...(facts ? signWarnings(facts, note, signer) : []),
    ...cloneWarnings(note, before, template),
    ...noteWarnings(note, { ...beside, provider }),
  ];
  const reasonsFor = (warned: readonly SignWarning[]): SignReason[] =>
    warned.flatMap(({ key }) => (typed[key]?.trim() ? [{ Warning: key, Reason: typed[key] }] : []));
  const warnings = live.state === 'ready' ? warningsIn(live.value) : [];
  return {
    warnings,
    isLoading: live.state === 'loading',
    typed,
    type: (key, reason) => setTyped(withReason(typed, key, reason)),
    lacking: new Set(unexplained(warnings, reasonsFor(warnings)).map(({ key }) => key)),
    async submit(sign) {
      // Whoever is faster than the clocks waits for them.
      const told = live.state === 'loading' ? warningsIn(await read()) : warnings;
      const reasons = reasonsFor(told);
      if (unexplained(told, reasons).length > 0) return;
      await kept.submit((draft) => sign(reasons, draft));
    },
  };
}

/** What is emptied again is as if it was never typed. */
function withReason(typed: Reasons, key: string, reason: string): Reasons {
  return Object.fromEntries(Object.entries({ ...typed, [key]: reason }).filter(([, text]) => text !== ''));
}
