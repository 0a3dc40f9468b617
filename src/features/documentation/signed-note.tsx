import { showDate, showTime, wallTimeIn } from '#contract/base/dates.ts';
import { noteSections, type VisitNote } from '#contract/documentation/visit-note.ts';
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
  const line = (words: string, ProviderId: string | null, at: string) => {
    const wall = wallTimeIn(TimeZone, new Date(at));
    return `${words} ${signerName(providers, ProviderId)}, ${showDate(wall)} ${showTime(wall)}`;
  };
  return (
    <div className={classes.signed}>
      {noteSections.map((section) => (
        <section key={section}>
          <h3 className={classes.sectionName}>{section}</h3>
          <p className={classes.previousText}>{note[section] || '-'}</p>
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
