import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconCircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs';
import IconProgress from '@tabler/icons-react/dist/esm/icons/IconProgress.mjs';
import type { Icon } from '@tabler/icons-react';

/** danger = wrong or dangerous, needs = needs someone, done, progress = in progress, past = offline or past. */
export type Meaning = 'danger' | 'needs' | 'done' | 'progress' | 'past';

export const meaningIcons: Record<Meaning, Icon> = {
  danger: IconExclamationCircle,
  needs: IconAlertTriangle,
  done: IconCircleCheck,
  progress: IconProgress,
  past: IconCircleDashed,
};
