import { isAssistant } from '#contract/providers/provider.ts';
import { useCurrentUser, useMay } from '#shared/session.ts';

/** Whether this person sets goals and plans care: a therapist, or staff who write notes and treat nobody. */
export function useMayPlan(): boolean {
  const { provider } = useCurrentUser();
  return useMay('write notes') && !(provider && isAssistant(provider.Type));
}
