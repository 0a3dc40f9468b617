import type { CountedListKey } from '#contract/compliance/who-fixes.ts';

type DueListWords = { key: CountedListKey; label: string; title: string; empty: string };

/** How the counts and their lists are named. */
export const dueLists: readonly DueListWords[] = [
  {
    key: 'authorizations',
    label: 'authorizations ending',
    title: 'Authorizations ending or missing',
    empty: 'No authorization is missing or about to end.',
  },
  { key: 'plans', label: 'plans due', title: 'Plans of care due', empty: 'No plan of care is due.' },
  { key: 'reports', label: 'reports due', title: 'Progress reports due', empty: 'No progress report is due.' },
  {
    key: 'scripts',
    label: 'scripts missing',
    title: 'Scripts missing or expired',
    empty: 'No script is missing or expired.',
  },
];
