import type { ConflictViews } from '#shared/conflict-views.ts';

export const syncViews = {
  'sync.recordDiscard': {
    title: 'Record of a discarded change',
    detail: ({ reason }) => `“${String(reason)}”`,
  },
} satisfies Partial<ConflictViews>;
