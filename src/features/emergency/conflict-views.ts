import type { ConflictViews } from '#shared/conflict-views.ts';

export const emergencyViews = {
  'emergency.record': { title: 'Emergency access record' },
} satisfies Partial<ConflictViews>;
