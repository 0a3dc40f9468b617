import { Button } from '@mantine/core';
import { useState } from 'react';
import { showDate, showTime, wallTimeIn } from '#contract/base/dates.ts';
import { holds } from '#contract/base/permissions.ts';
import type { Claim } from '#contract/billing/claim.ts';
import { needsCorrection } from '#contract/billing/needs-correction.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { claimsOfVisit, isClaimWaiting } from '#local/reads/billing.ts';
import { call } from '#shared/api.ts';
import { saveFile } from '#shared/save-file.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import type { Meaning } from '#shared/ui/meaning/meaning.ts';
import { Money } from '#shared/ui/money/money.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { SubmitClaimDialog } from './submit-claim-dialog.tsx';
import classes from './claim.module.css';

const statusLooks: Record<Claim['status'], { meaning: Meaning; word: string }> = {
  submitted: { meaning: 'progress', word: 'Submitted' },
  rejected: { meaning: 'danger', word: 'Rejected' },
  accepted: { meaning: 'progress', word: 'Accepted' },
  adjudicated: { meaning: 'done', word: 'Adjudicated' },
  void: { meaning: 'past', word: 'Void' },
};

type Props = {
  visit: Visit;
  name: string;
  /** Queues what was entered and is not saved yet: the claim bills what the screen shows. */
  saveFirst: () => Promise<void>;
};

/** The claim of a visit: submit it, see what became of it, take its 837P. */
export function ClaimPanel({ visit, name, saveFirst }: Props) {
  const { can } = useCurrentUser();
  const [asked, setAsked] = useState<{ visit: Visit; name: string } | null>(null);
  const claims = useLiveValue(() => claimsOfVisit(visit.VisitId), [visit.VisitId]) ?? [];
  const waiting = useLiveValue(() => isClaimWaiting(visit.VisitId), [visit.VisitId]) ?? false;
  const canSubmit = visit.stage === 'billing' && !waiting;
  if (claims.length === 0 && !waiting && visit.stage !== 'billing') return null;
  async function submit(): Promise<void> {
    try {
      await saveFirst();
      setAsked({ visit, name });
    } catch (error) {
      toastFailure(error, 'The charges could not be saved on this device.');
    }
  }
  return (
    <section className={classes.panel} aria-labelledby="claim-title">
      <div className={classes.head}>
        <h3 className={classes.title} id="claim-title">
          Claim
        </h3>
        {waiting && <OfflineNote>Waiting to be created on the server.</OfflineNote>}
        {canSubmit && (
          <Button
            ml="auto"
            disabled={!holds(can, 'submit claims')}
            aria-describedby={holds(can, 'submit claims') ? undefined : 'why-no-claim'}
            onClick={() => void submit()}
          >
            Submit claim
          </Button>
        )}
      </div>
      {canSubmit && !holds(can, 'submit claims') && (
        <p className={classes.facts} id="why-no-claim">
          You don’t have permission to submit claims. A biller submits this one.
        </p>
      )}
      {claims.length > 0 && (
        <ul className={classes.claims}>
          {claims.map((claim) => (
            <ClaimLine key={claim.ClaimId} claim={claim} />
          ))}
        </ul>
      )}
      <SubmitClaimDialog asked={asked} onClose={() => setAsked(null)} />
    </section>
  );
}

function ClaimLine({ claim }: { claim: Claim }) {
  const { can } = useCurrentUser();
  const { TimeZone } = useWebsite();
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const wall = wallTimeIn(TimeZone, new Date(claim.submittedAt));
  const look = statusLooks[claim.status];
  const mayDownload = holds(can, 'access billing') || holds(can, 'submit claims');

  async function download() {
    setBusy(true);
    try {
      const file = await call('billing.claimFile', { id: claim.ClaimId });
      saveFile(file.filename, file.content);
    } catch (error) {
      toastFailure(error, 'The file did not download. The claim did not change. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className={classes.claim}>
      <MeaningBadge meaning={look.meaning}>{look.word}</MeaningBadge>
      {needsCorrection(claim) && <MeaningBadge meaning="needs">Needs correction</MeaningBadge>}
      <span>
        Claim {claim.ControlNumber}, <Money cents={claim.totalCharge} />
      </span>
      <span className={classes.facts}>
        made {showDate(wall)} {showTime(wall)}
      </span>
      {needsCorrection(claim) && (
        <span className={classes.facts}>An addendum was signed and the charges changed after this claim.</span>
      )}
      {mayDownload && (
        <span className={classes.download}>
          {!online && (
            <OfflineNote id={`why-${claim.ClaimId}`}>You are offline. The file is on the server.</OfflineNote>
          )}
          <Button
            size="compact-sm"
            variant="default"
            loading={busy}
            disabled={!online}
            aria-describedby={online ? undefined : `why-${claim.ClaimId}`}
            onClick={() => void download()}
          >
            Download 837P
          </Button>
        </span>
      )}
    </li>
  );
}
