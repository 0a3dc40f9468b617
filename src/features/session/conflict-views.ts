import type { ConflictViews } from '#shared/conflict-views.ts';

export const sessionViews = {
  'session.savePreferences': { title: 'Your preferences' },
  'session.recordPrint': { title: 'Print record' },
} satisfies Partial<ConflictViews>;
