import { equipChangeViews } from '#shared/conflict-views.ts';

/** Tells sync how the features show their changes; loaded with the first that is shown. */
export function equipChanges(): void {
  equipChangeViews(async () => {
    const [{ conflictViews }, { draftViews }] = await Promise.all([
      import('./conflict-views.ts'),
      import('./draft-views.ts'),
    ]);
    return { calls: conflictViews, drafts: draftViews };
  });
}
