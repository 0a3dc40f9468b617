import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useSyncState } from '#shared/sync-state.ts';
import { Banner } from '#shared/ui/banner/banner.tsx';

/** Trouble with this device, in a sentence of the sync worker: it is full, its clock is wrong, it lost its data. */
export function ProblemLine() {
  const { problem } = useSyncState();
  if (problem === null) return null;
  return (
    <Banner look="problem" icon={<IconAlertTriangle size={16} stroke={1.75} aria-hidden />}>
      {problem}
    </Banner>
  );
}
