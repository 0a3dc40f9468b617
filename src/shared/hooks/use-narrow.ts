import { useMediaQuery } from '@mantine/hooks';

/** spec 9: the breakpoint under which drawers become sheets and the rail a bottom bar. */
export const narrowQuery = '(max-width: 767px)';

export function useNarrow(): boolean {
  return useMediaQuery(narrowQuery, undefined, { getInitialValueInEffect: false }) ?? false;
}
