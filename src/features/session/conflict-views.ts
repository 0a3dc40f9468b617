import type { ConflictViews } from '#shared/conflict-views.ts';

export const sessionViews = {
  'session.savePreferences': { title: 'Your preferences' },
  'session.recordPrint': { title: 'Record of a print' },
} satisfies Partial<ConflictViews>;
