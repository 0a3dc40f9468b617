import type { ConflictViews } from '#shared/conflict-views.ts';

export const syncViews = {
  'sync.recordDiscard': {
    title: 'Discarded change record',
    detail: ({ reason }) => `“${String(reason)}”`,
  },
} satisfies Partial<ConflictViews>;
