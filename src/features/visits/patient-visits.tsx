import { showDate, showTime } from '#contract/base/dates.ts';
import type { PatientId } from '#contract/base/ids.ts';
import { providerName } from '#contract/providers/provider.ts';
import { visitsOfPatient, type VisitLine } from '#local/reads/visits.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { useMore } from '#shared/hooks/use-more.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { MoreRows } from '#shared/ui/more-rows/more-rows.tsx';
import { StageBadge } from '#shared/ui/meaning/stage-badge.tsx';
import { visitHref, visitKind } from './visit-card.tsx';

const columns: Column<VisitLine>[] = [
  {
    key: 'when',
    title: 'Date',
    cell: ({ visit }) => (
      <>
        {showDate(visit.Start)} <span style={{ whiteSpace: 'nowrap' }}>{showTime(visit.Start)}</span>
      </>
    ),
  },
  { key: 'what', title: 'Visit', cell: ({ visit, case: of }) => visitKind(visit.VisitTypeName, of?.Discipline) },
  { key: 'who', title: 'Provider', secondary: true, cell: ({ provider }) => (provider ? providerName(provider) : '-') },
  { key: 'stage', title: 'Stage', width: 140, cell: ({ visit }) => <StageBadge stage={visit.stage} /> },
];

const none: VisitLine[] = [];
const step = 100;

/** Every visit of a patient on this device, latest first. */
export function PatientVisits({ PatientId, onNavigate }: { PatientId: PatientId; onNavigate: (path: string) => void }) {
  const live = useLive(() => visitsOfPatient(PatientId), [PatientId]);
  const { shown, left, more } = useMore(live.state === 'ready' ? live.value : none, step);
  if (live.state === 'loading') return <LoadingSkeleton label="Loading the visits" rows={6} />;
  if (live.state === 'failed') {
    return (
      <ErrorState title="The visits could not be loaded">
        They are safe on the server. Reload the page to try again.
      </ErrorState>
    );
  }
  return (
    <>
      <DataTable
        label="Visits"
        columns={columns}
        rows={shown}
        rowKey={({ visit }) => visit.VisitId}
        onOpen={(line) => onNavigate(visitHref(line))}
        empty={
          <EmptyState title="No visits yet">Visits of this patient appear here once they are scheduled.</EmptyState>
        }
      />
      <MoreRows left={left} step={step} noun="visits" onMore={more} />
    </>
  );
}
