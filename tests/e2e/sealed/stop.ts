import type { Page } from '@playwright/test';
import type { canary } from './canaries.ts';

type CanaryName = keyof typeof canary;
export type Visitor = 'pt' | 'admin' | 'super' | 'front' | 'nobody';

/** A way to a screen, or to what opens over it, and the canaries that stand there. */
export type Stop = {
  as: Visitor;
  address: string;
  /** Opens what does not stand there at once. */
  open?: (page: Page) => Promise<void>;
  shows: readonly CanaryName[];
  /** Why no canary stands there. */
  noneBecause?: string;
};

/** The names of a patient. */
export const who = ['FirstName', 'LastName'] as const;
