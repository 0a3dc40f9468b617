import type { ComponentType } from 'react';

type LibraryTab = {
  name: string;
  /** Under /library. */
  path: string;
  load: () => Promise<{ Component: ComponentType }>;
};

export const libraryTabs: readonly LibraryTab[] = [
  {
    name: 'Measures',
    path: 'measures/:id?',
    load: async () => ({ Component: (await import('./library-measures.tsx')).LibraryMeasuresRoute }),
  },
  {
    name: 'Eval templates',
    path: 'eval/:id?',
    load: async () => ({ Component: (await import('./library-eval.tsx')).LibraryEvalRoute }),
  },
  {
    name: 'Text',
    path: 'text/:id?',
    load: async () => ({ Component: (await import('./library-text.tsx')).LibraryTextRoute }),
  },
];

/** `/library/eval` of `eval/:id?`. */
export function addressOf({ path }: { path: string }): string {
  return `/library/${path.split('/')[0]}`;
}
