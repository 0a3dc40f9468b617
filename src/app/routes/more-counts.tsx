import type { ComponentProps } from 'react';
import { DueCounts } from '#features/compliance/due-counts.tsx';
import { CosignCounts } from '#features/documentation/cosign-counts.tsx';
import { ArrivalsCount } from '#features/kiosk/arrivals-count.tsx';

/** What is counted beside visits: notes that are not a visit’s own, cases in which something is due, and arrivals at kiosks. */
export function MoreCounts(props: ComponentProps<typeof DueCounts>) {
  return (
    <>
      <CosignCounts {...props} />
      <DueCounts {...props} />
      <ArrivalsCount after={props.after} />
    </>
  );
}
