import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readBesideSigned, type BesideSigned } from '#local/reads/signing.ts';
import { useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { LivePart } from '#shared/ui/live-part/live-part.tsx';
import { CosignPanel } from './cosign-panel.tsx';
import classes from './note.module.css';

/** Cosigns the note of a visit where the chart shows it, beside what else of the visit the cosignature stands for. */
export function CosignInChart({ note, visit }: { note: VisitNote; visit: Visit }) {
  const of = { VisitId: visit.VisitId, CaseId: visit.CaseId };
  const live = useLiveWithRetry(() => readBesideSigned(of), [visit.VisitId, visit.CaseId]);
  if (live.state === 'loading' || !note.signedAt || !note.cosignRequired || note.cosignedAt) return null;
  return (
    <LivePart of={live} what="charges to cosign">
      {(beside) => (
        <CosignPanel note={note} services={beside.services} cells={beside.cells} flushCharges={nothing}>
          <ul className={classes.hint}>
            {besideWords(beside).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </CosignPanel>
      )}
    </LivePart>
  );
}

const nothing = () => Promise.resolve();

/** `97110: 23 minutes, 2 units`, then each exercise that was done. */
function besideWords({ services, exercises }: BesideSigned): string[] {
  const charges = services.map(({ CPT_Code, Minutes, Units }) => {
    const parts = [Minutes === null ? null : `${Minutes} minutes`, Units === 1 ? '1 unit' : `${Units} units`];
    return `${CPT_Code}: ${parts.filter(Boolean).join(', ')}`;
  });
  const done = (exercises?.rows ?? []).map((cells) => cells.filter(Boolean).join(' · '));
  return [...(charges.length > 0 ? charges : ['No charges are recorded.']), ...done];
}
