import { lazy, Suspense } from 'react';
import { showDate, showTime, wallTimeIn } from '#contract/base/dates.ts';
import { cellOf } from '#contract/documentation/field-keys.ts';
import { noteTypeNames } from '#contract/documentation/note-types.ts';
import { otherCosignerWords } from '#contract/documentation/cosigner.ts';
import { elementsOf, sectionsOf } from '#contract/documentation/shown-parts.ts';
import { sectionText, type VisitNote } from '#contract/documentation/visit-note.ts';
import { signerWords } from '#contract/documentation/signed-content.ts';
import { providerName } from '#contract/providers/provider.ts';
import type { Signers } from '#local/reads/documentation.ts';
import { useWebsite } from '#shared/session.ts';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { NoteMeasures } from './measures/note-measures.tsx';
import { NoteOutcomes } from './note-outcomes.tsx';
import { NoteSpine } from './spine/note-spine.tsx';
import { ReportedGoals } from './reported-goals.tsx';
import classes from './note.module.css';

// With the drawing.
const NoteBody = lazy(() => import('./body/note-body.tsx').then((file) => ({ default: file.NoteBody })));

type Props = {
  note: VisitNote;
  signers: Signers | undefined;
  /** A heading above says what kind of note it is. */
  isNamed?: boolean;
};

/** A note as it stands in the record. 'Signed electronically by' appears on signed notes only (domain 3.7). */
export function NoteText({ note, signers, isNamed = false }: Props) {
  const { TimeZone } = useWebsite();
  const elements = elementsOf(note);
  const line = (words: string, kind: 'author' | 'cosigner', at: string) => {
    const wall = wallTimeIn(TimeZone, new Date(at));
    return `${words} ${signerOf(note, kind, signers)}, ${showDate(wall)} ${showTime(wall)}`;
  };
  const asked = otherCosignerWords(note, note.cosignedByProviderId, signers?.providers ?? []);
  return (
    <div className={classes.signed}>
      {(!isNamed || note.AlsoTypes.length > 0) && (
        <p className={classes.kindName}>
          {[note.NoteType, ...note.AlsoTypes].map((type) => noteTypeNames[type]).join(', ')}
        </p>
      )}
      {elements.length > 0 && (
        <dl className={classes.facts}>
          {elements.map(({ key, label, words }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      )}
      <ReportedGoals note={note} />
      {sectionsOf(note).map(({ key, title }) => (
        <section key={key}>
          <h3 className={classes.sectionName}>{title}</h3>
          <p className={classes.previousText}>{sectionText(note, key) || '-'}</p>
        </section>
      ))}
      {marksIn(note) && (
        <Suspense>
          <NoteBody note={note} />
        </Suspense>
      )}
      <NoteSpine note={note} />
      <NoteMeasures note={note} />
      <NoteOutcomes note={note} />
      <footer className={classes.signature}>
        {note.signedAt ? (
          <>
            <p>{line('Signed electronically by', 'author', note.signedAt)}</p>
            {note.cosignedAt && (
              <p>
                {line('Cosigned electronically by', 'cosigner', note.cosignedAt)}
                {asked && `. ${asked}`}
              </p>
            )}
            {note.cosignRequired && !note.cosignedAt && (
              <p>
                <MeaningBadge meaning="needs">Cosignature missing</MeaningBadge> {asked}
              </p>
            )}
          </>
        ) : (
          <MeaningBadge meaning="needs">Not signed</MeaningBadge>
        )}
      </footer>
    </div>
  );
}

function marksIn({ Cells }: VisitNote): boolean {
  return Object.keys(Cells).some((field) => cellOf(field)?.owner === 'mark');
}

/** As it was signed; while the signature waits to be sent, and of notes of before, by the name the provider has now. */
function signerOf(note: VisitNote, kind: 'author' | 'cosigner', signers: Signers | undefined): string {
  const given = signers?.signatures.get(note.NoteId)?.find(({ Kind }) => Kind === kind);
  if (given) return signerWords(given);
  const id = kind === 'author' ? note.signedByProviderId : note.cosignedByProviderId;
  const found = signers?.providers.find((provider) => provider.ProviderId === id);
  return found ? providerName(found) : 'a provider who is not on this device';
}
