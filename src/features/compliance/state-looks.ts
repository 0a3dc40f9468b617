import type { Icon } from '@tabler/icons-react';
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs';
import type { ClockState } from '#contract/compliance/clock.ts';
import { meaningIcons, type Meaning } from '#shared/ui/meaning/meaning.ts';

/** How the state of a clock looks, and its word. */
export const stateLooks: Record<ClockState, { meaning: Meaning; icon: Icon; word: string }> = {
  none: { meaning: 'past', icon: meaningIcons.past, word: 'not begun' },
  ok: { meaning: 'done', icon: meaningIcons.done, word: 'fine' },
  soon: { meaning: 'needs', icon: meaningIcons.needs, word: 'due soon' },
  due: { meaning: 'needs', icon: meaningIcons.needs, word: 'due' },
  late: { meaning: 'danger', icon: meaningIcons.danger, word: 'late' },
  unknown: { meaning: 'past', icon: IconHelp, word: 'unknown' },
};
