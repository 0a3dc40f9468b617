import { Button } from '@mantine/core';
import { showDate } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import { noteTypeNames } from '#contract/documentation/note-types.ts';
import { providerName } from '#contract/providers/provider.ts';
import { nearDays, type NoteToCosign } from '#local/reads/notes-to-cosign.ts';
import { useToldApart } from '#shared/same-people/use-told-apart.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import lines from '#shared/ui/lines/lines.module.css';

type Props = {
  notes: NoteToCosign[] | 'failed' | undefined;
  onClose: () => void;
  onNavigate: (path: string) => void;
};

/** The notes behind the count, each with the way to where it is read and cosigned. */
export function CosignList({ notes, onClose, onNavigate }: Props) {
  const there = Array.isArray(notes) ? notes : [];
  const apart = useToldApart(there.map(({ patient }) => patient));
  return (
    <SideDrawer opened onClose={onClose} title={`Other notes to cosign (${there.length})`} size={520}>
      <p className={lines.quiet}>
        Notes of cases and notes added to a visit. They are of patients with a visit within {nearDays} days on this
        device, for the providers chosen above.
      </p>
      {notes === undefined && <LoadingSkeleton label="Looking for the notes" rows={6} />}
      {notes === 'failed' && (
        <ErrorState title="The list could not be loaded">
          Your work is kept on this device. Reload the page to try again.
        </ErrorState>
      )}
      {Array.isArray(notes) && there.length === 0 && <EmptyState title="No other notes need a cosignature." compact />}
      {there.length > 0 && (
        <ul className={lines.list} aria-label="Other notes to cosign">
          {there.map((line) => (
            <Line
              key={line.note.NoteId}
              line={line}
              apart={apart.get(line.note.PatientId) ?? ''}
              onNavigate={onNavigate}
            />
          ))}
        </ul>
      )}
    </SideDrawer>
  );
}

type LineProps = {
  line: NoteToCosign;
  /** What tells the patient apart from another one of the name. */
  apart: string;
  onNavigate: Props['onNavigate'];
};

function Line({ line, apart, onNavigate }: LineProps) {
  const { note, patient, case: of, signer, isAsked } = line;
  const name = patient ? showName(patient) : 'Name not on this device yet';
  const kind = noteTypeNames[note.NoteType];
  return (
    <li className={lines.line}>
      <div className={lines.text}>
        <b>{name}</b> {apart !== '' && <span className={lines.quiet}>· {apart}</span>}{' '}
        {of && <span className={lines.quiet}>· {of.Title}</span>}
        <p className={lines.quiet}>
          {kind} {showDate(note.NoteDate)}, signed by {signer ? providerName(signer) : 'a provider unknown here'}
        </p>
      </div>
      {isAsked && <MeaningBadge meaning="needs">Asked of you</MeaningBadge>}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Read ${kind.toLowerCase()}: ${[name, apart].filter(Boolean).join(', ')}`}
        onClick={() => onNavigate(hrefOf(line))}
      >
        Read
      </Button>
    </li>
  );
}

/** What was added to a visit stands below its note, what is of a case among its notes. */
function hrefOf({ note: { PatientId, VisitId } }: NoteToCosign): string {
  return `/patients/${PatientId}?${VisitId === null ? 'tab=documentation' : `visit=${VisitId}`}`;
}
