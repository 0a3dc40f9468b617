import type { ReactNode } from 'react';
import { showDate } from '#contract/base/dates.ts';
import { facilityName } from '#contract/facilities/facility.ts';
import { keptDays } from '#local/store/kept-days.ts';
import type { PrintDay } from '#local/reads/print-day.ts';
import { readAll } from '#local/reads/reads.ts';
import type { CalendarFilter } from '#local/reads/scheduling.ts';
import { useLive, useLiveValue } from '#shared/hooks/use-live.ts';
import { useWebsite } from '#shared/session.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { paramsOf } from './print-filter.ts';
import { PrintFilterRow, usePrintFilter } from './print-filter-row.tsx';
import { PrintPage } from './print-page.tsx';
import { printRecorded, type Printed } from './print-recorded.ts';
import { useAsOf } from './use-as-of.ts';

export type DayPageProps = {
  params: URLSearchParams;
  onParams: (params: Record<string, string>) => void;
  onBack: () => void;
};

type Props<T> = DayPageProps & {
  title: string;
  what: Printed;
  read: (day: string, filter: CalendarFilter) => Promise<T>;
  withProvider: boolean;
  /** Without another choice a provider sees their own day. */
  isOwn?: boolean;
  /** The sheets of a day that is not empty. */
  children: (of: T, foot: string) => ReactNode;
};

/** What is printed of one day, from this device alone. */
export function PrintDayPage<T extends PrintDay>(props: Props<T>) {
  const { params, onParams, onBack, title, what, read, withProvider, isOwn = false, children } = props;
  const filter = usePrintFilter(params, isOwn);
  const { day, FacilityId } = filter;
  const ProviderId = withProvider ? filter.ProviderId : null;
  const ProviderIds = ProviderId === null ? [] : [ProviderId];
  const key = `${day} ${FacilityId} ${ProviderId}`;
  const kept = keptDays();
  const isKept = day >= kept.from && day <= kept.to;
  const live = useLive(
    async () => ({ key, of: isKept ? await read(day, { FacilityId, ProviderIds }) : null }),
    [key, isKept],
  );
  const foot = useFoot(day, FacilityId);
  const of = live.state === 'ready' && live.value.key === key ? live.value.of : null;
  const isEmpty = of !== null && of.visits.length === 0 && of.times.length === 0;
  const patients = new Set(of?.visits.map(({ visit }) => visit.PatientId)).size;
  return (
    <PrintPage
      title={title}
      backLabel="Scheduling"
      onBack={onBack}
      onPrint={of && !isEmpty ? () => void printRecorded({ what, day, patients }) : undefined}
      filter={
        <PrintFilterRow filter={filter} onFilter={(next) => onParams(paramsOf(next))} withProvider={withProvider} />
      }
      instead={of && !isEmpty ? undefined : <Instead live={live} isKept={isKept} kept={kept} isEmpty={isEmpty} />}
    >
      {of && children(of, foot)}
    </PrintPage>
  );
}

type InsteadProps = {
  live: { state: 'loading' | 'failed' | 'ready' };
  isKept: boolean;
  kept: { from: string; to: string };
  isEmpty: boolean;
};

function Instead({ live, isKept, kept, isEmpty }: InsteadProps) {
  if (live.state === 'failed') {
    return <ErrorState title="This day could not be loaded">Nothing is lost. Reload the page to try again.</ErrorState>;
  }
  if (!isKept) {
    return (
      <EmptyState title="This day is not on this device">
        This device has {showDate(kept.from)} to {showDate(kept.to)}. Choose one of these days.
      </EmptyState>
    );
  }
  if (isEmpty) {
    return <EmptyState title="Nothing to print">No visits match. Choose another day, facility or provider.</EmptyState>;
  }
  return <LoadingSkeleton label="Loading the day" rows={8} />;
}

/** The clinic, where, and as of when this device knows it: a sheet that lies around says how old it is. */
function useFoot(day: string, FacilityId: string | null): string {
  const { Name } = useWebsite();
  const facilities = useLiveValue(() => readAll('facilities'), []) ?? [];
  const facility = facilities.find((each) => each.FacilityId === FacilityId);
  const asOf = useAsOf();
  return [Name, facility && facilityName(facility), showDate(day), asOf].filter(Boolean).join(' · ');
}
