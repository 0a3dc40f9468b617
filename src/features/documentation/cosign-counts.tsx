import { lazy, Suspense, useEffect, useState } from 'react';
import { notesToCosign, type NoteToCosign } from '#local/reads/notes-to-cosign.ts';
import type { VisitFilter } from '#local/reads/visits.ts';
import { useCurrentUser, useMay } from '#shared/session.ts';
import { StatPill } from '#shared/ui/stat-pill/stat-pill.tsx';

const CosignList = lazy(() => import('./cosign-list.tsx').then((file) => ({ default: file.CosignList })));

type Props = {
  today: string;
  filter: VisitFilter;
  /** Another value whenever something of the visits may have changed; undefined as long as others come first. */
  after: unknown;
  onNavigate: (path: string) => void;
};

/** Notes that are not a visit’s own and wait for a cosignature; the count opens their list. */
export function CosignCounts({ today, filter, after, onNavigate }: Props) {
  const mayCosign = useMay('cosign notes');
  const notes = useNotesToCosign(today, filter, mayCosign ? after : undefined);
  const [isOpen, setOpen] = useState(false);
  if (!mayCosign) return null;
  return (
    <>
      <StatPill
        count={Array.isArray(notes) ? notes.length : null}
        label="other notes to cosign"
        meaning="needs"
        active={isOpen}
        onOpen={() => setOpen(true)}
      />
      <Suspense>
        {isOpen && <CosignList notes={notes} onClose={() => setOpen(false)} onNavigate={onNavigate} />}
      </Suspense>
    </>
  );
}

/** Changes that come together are counted together. */
const calmMs = 400;

function useNotesToCosign(today: string, filter: VisitFilter, after: unknown): NoteToCosign[] | 'failed' | undefined {
  const by = useCurrentUser().provider?.ProviderId ?? null;
  const [found, setFound] = useState<NoteToCosign[] | 'failed'>();
  const key = [filter.FacilityId, ...filter.ProviderIds].join();
  useEffect(() => {
    if (after === undefined) return undefined;
    let isWanted = true;
    const count = async () => {
      const notes = await notesToCosign(today, filter, by);
      if (isWanted) setFound(notes);
    };
    const timer = setTimeout(() => void count().catch(() => isWanted && setFound('failed')), calmMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
    // The filter is another object at every draw; its key says what is in it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [today, key, after, by]);
  return found;
}
