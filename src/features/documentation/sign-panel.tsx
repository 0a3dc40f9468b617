import { Button } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { CaseId, NoteId, ProviderId } from '#contract/base/ids.ts';
import { holds } from '#contract/base/permissions.ts';
import type { ServiceEntry } from '#contract/charges/service.ts';
import type { Asker } from '#contract/documentation/asked-parts.ts';
import { careToSign } from '#contract/documentation/care-to-sign.ts';
import { goalsToSign } from '#contract/documentation/goals-to-sign.ts';
import { nothingAsked, payerAsks } from '#contract/documentation/payer-asks.ts';
import { sameAssessment } from '#contract/documentation/same-assessment.ts';
import type { SignReason } from '#contract/compliance/sign-warnings.ts';
import { missingToSign, signerRefusal, signStageRefusal } from '#contract/documentation/ready-to-sign.ts';
import { seenToSign } from '#contract/documentation/seen-to-sign.ts';
import type { Cells } from '#contract/flowsheet/merge-cells.ts';
import { noExercises, type ExercisesToSign } from '#contract/flowsheet/to-sign.ts';
import { alertsToSign } from '#contract/outcomes/needs-alert.ts';
import type { Discipline } from '#contract/providers/provider.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { openConflict, signatureRefusal, signNote } from '#local/reads/documentation.ts';
import { careOfNote } from '#local/reads/goals.ts';
import { readSigning } from '#local/reads/signing.ts';
import type { Settles } from '#local/drafts/drafts.ts';
import { whileOpen } from '#local/store/device.ts';
import { useLive, useLiveValue } from '#shared/hooks/use-live.ts';
import { useEver } from '#shared/hooks/use-ever.ts';
import { useCurrentUser } from '#shared/session.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { useBeside } from './measures/use-beside.ts';
import type { NoteEditing } from './use-note.ts';
import classes from './note.module.css';

// Laws and clocks come with the first signature.
const SignDialog = lazy(() => import('./sign-dialog.tsx').then((file) => ({ default: file.SignDialog })));

type Props = {
  NoteId: NoteId;
  CaseId: CaseId;
  /** The day the note is about. */
  day: string;
  /** Whose note it is; null for one that has no visit, or is added to another. */
  visit: Visit | null;
  discipline: Discipline;
  /** The note that an addendum is added to. */
  ParentNoteId?: NoteId | null;
  editing: NoteEditing;
  /** As they are shown. */
  services: readonly (ServiceEntry & { wrong: string | null })[];
  /** Queues charges still being typed, so that the signature comes after them. */
  flushCharges: () => Promise<void>;
  /** What the flowsheet of the visit says of signing, and its cells; a note without a visit has none. */
  exercises?: ExercisesToSign;
  cells?: Cells;
  /** What is still asked about who gave the services. */
  asks?: readonly string[];
  /** Who asks more of the note than its kind does. */
  askers?: readonly Asker[];
  /** Why this user may not write this note, or null. */
  refusal: string | null;
  /** Opens refused text of the note beside what stands there. */
  onCompare?: () => void;
};

/** What is missing, then the one filled button of the page. A signature is asked about, it cannot be taken back. */
export function SignPanel(props: Props) {
  const { NoteId, CaseId, day, visit, discipline, editing, services, flushCharges, refusal, onCompare } = props;
  const { exercises = noExercises, cells = {}, asks = [], askers = [], ParentNoteId = null } = props;
  const { can, provider } = useCurrentUser();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const hasAsked = useEver(asking);
  const refused = useLiveValue(() => signatureRefusal('documentation.sign', NoteId), [NoteId]);
  const conflict = useLiveValue(() => openConflict(NoteId), [NoteId]) ?? null;
  const care = useLiveValue(() => careOfNote(CaseId, day), [CaseId, day]);
  const goalsAndPlans = care ? goalsToSign({ ...editing.note, NoteId, NoteDate: day }, care) : [];
  const ownOutcomes = care?.outcomes.filter((one) => one.NoteId === NoteId) ?? [];
  const outcomes = alertsToSign(editing.note.Elements, ownOutcomes);
  const beside = useBeside({ CaseId, NoteId }, editing.note);
  const facts = useLive(() => readSigning(CaseId, day), [CaseId, day]);
  const known = facts.state === 'ready' ? facts.value : undefined;
  const asked = visit && known ? payerAsks(known.payers, { day, discipline, visit }) : nothingAsked;
  const { note: written } = editing;
  // Years of notes are looked through: not with every key of the flowsheet.
  const copied = useMemo(
    () => (known ? sameAssessment({ ...written, NoteId, NoteDate: day }, known.notes) : []),
    [known, written, NoteId, day],
  );
  const missing =
    typeof beside === 'string'
      ? [beside]
      : missingToSign(editing.note, services, {
          ...beside,
          goalsAndPlans,
          exercises,
          charges: asks,
          asked,
          copied,
          outcomes,
          askers,
        });
  const blocked =
    refusal ??
    conflict ??
    (visit && signStageRefusal(visit.stage, editing.note.NoteType)) ??
    (holds(can, 'sign notes') ? null : 'You do not have permission to sign notes.') ??
    (provider ? signerRefusal(editing.note, discipline, provider.Type) : 'Only a provider can sign a note.');

  async function sign(
    reasons: readonly SignReason[],
    cosigner: ProviderId | null,
    draft: Settles | undefined,
  ): Promise<boolean> {
    // What was read when the signature was given, whatever is shown by the time it is saved. A live value can be a
    // moment behind the signer's own last press, such as a score that was just saved.
    const { note } = editing;
    setBusy(true);
    try {
      const seen = await whileOpen(async () => {
        const now = await careOfNote(CaseId, day).catch(() => care);
        await flushCharges();
        await editing.flush();
        return seenToSign(note, services, cells, now && careToSign({ ...note, NoteId }, now));
      });
      await signNote('documentation.sign', NoteId, seen, { reasons, cosigner, draft });
      toastDone('Note signed.');
      setAsking(false);
      return true;
    } catch (error) {
      toastFailure(error, 'The signature could not be saved on this device. Your note is kept.');
      return false;
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={classes.sign} role="group" aria-label="Sign">
      <div className={classes.missing} id={`missing-to-sign-${NoteId}`}>
        {refused && <p role="alert">{refused}</p>}
        {blocked ? (
          <p>{blocked}</p>
        ) : missing.length > 0 ? (
          <p>
            <span className={classes.missingTitle}>Before you sign:</span> {missing.join(' ')}
          </p>
        ) : (
          <p>The note is complete.</p>
        )}
      </div>
      {conflict !== null && blocked === conflict && onCompare && (
        <Button variant="default" onClick={onCompare}>
          Compare and decide
        </Button>
      )}
      <Button
        disabled={blocked !== null || missing.length > 0}
        aria-describedby={`missing-to-sign-${NoteId}`}
        onClick={() => setAsking(true)}
      >
        Sign
      </Button>
      {hasAsked && (
        <Suspense>
          <SignDialog
            opened={asking && care !== undefined && facts.state !== 'loading' && missing.length === 0}
            CaseId={CaseId}
            note={{ ...editing.note, NoteId, VisitId: visit?.VisitId ?? null, NoteDate: day, ParentNoteId }}
            provider={provider}
            facts={known}
            busy={busy}
            onCancel={() => setAsking(false)}
            onSign={sign}
          />
        </Suspense>
      )}
    </div>
  );
}
