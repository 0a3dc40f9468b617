import type { ComponentProps } from 'react';
import { DueCounts } from '#features/compliance/due-counts.tsx';
import { CosignCounts } from '#features/documentation/cosign-counts.tsx';

/** What is counted beside visits: notes that are not a visit’s own, and cases in which something is due. */
export function MoreCounts(props: ComponentProps<typeof DueCounts>) {
  return (
    <>
      <CosignCounts {...props} />
      <DueCounts {...props} />
    </>
  );
}
