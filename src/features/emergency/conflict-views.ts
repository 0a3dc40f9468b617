import type { ConflictViews } from '#shared/conflict-views.ts';

export const emergencyViews = {
  'emergency.record': { title: 'Record of an emergency access' },
} satisfies Partial<ConflictViews>;
