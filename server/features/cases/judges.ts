import { fail } from '#contract/base/errors.ts';
import { isAssistant } from '#contract/providers/provider.ts';
import type { Caller } from '#server/kit/context.ts';

/** Only a therapist sets goals and plans care (42 CFR 410.61). */
export function assertJudges({ ProviderType }: Caller, what: string): void {
  if (ProviderType !== null && isAssistant(ProviderType))
    fail('no-permission', `Only a therapist can write a ${what}. Nothing was changed.`);
}
