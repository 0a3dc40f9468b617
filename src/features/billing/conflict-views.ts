import type { ConflictViews } from '#shared/conflict-views.ts';

export const billingViews = {
  'billing.submitClaim': { title: 'Submit a claim' },
} satisfies Partial<ConflictViews>;
