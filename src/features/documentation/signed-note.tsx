import { showDate, showTime, wallTimeIn } from '#contract/base/dates.ts';
import { noteTypeNames } from '#contract/documentation/note-types.ts';
import { elementsOf, sectionsOf } from '#contract/documentation/shown-parts.ts';
import { sectionText, type VisitNote } from '#contract/documentation/visit-note.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import { readProviders } from '#local/reads/documentation.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useWebsite } from '#shared/session.ts';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import classes from './note.module.css';

/** A note as it stands in the record. 'Signed electronically by' appears on signed notes only (domain 3.7). */
export function NoteText({ note }: { note: VisitNote }) {
  const { TimeZone } = useWebsite();
  const providers = useLiveValue(readProviders, []) ?? [];
  const elements = elementsOf(note);
  const line = (words: string, ProviderId: string | null, at: string) => {
    const wall = wallTimeIn(TimeZone, new Date(at));
    return `${words} ${signerName(providers, ProviderId)}, ${showDate(wall)} ${showTime(wall)}`;
  };
  return (
    <div className={classes.signed}>
      <p className={classes.kindName}>
        {[note.NoteType, ...note.AlsoTypes].map((type) => noteTypeNames[type]).join(', ')}
      </p>
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
      {sectionsOf(note).map(({ key, title }) => (
        <section key={key}>
          <h3 className={classes.sectionName}>{title}</h3>
          <p className={classes.previousText}>{sectionText(note, key) || '-'}</p>
        </section>
      ))}
      <footer className={classes.signature}>
        {note.signedAt ? (
          <>
            <p>{line('Signed electronically by', note.signedByProviderId, note.signedAt)}</p>
            {note.cosignedAt && <p>{line('Cosigned electronically by', note.cosignedByProviderId, note.cosignedAt)}</p>}
            {note.cosignRequired && !note.cosignedAt && (
              <p>
                <MeaningBadge meaning="needs">Cosignature missing</MeaningBadge>
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

function signerName(providers: Provider[], ProviderId: string | null): string {
  const found = providers.find((provider) => provider.ProviderId === ProviderId);
  return found ? providerName(found) : 'a provider who is not on this device';
}
