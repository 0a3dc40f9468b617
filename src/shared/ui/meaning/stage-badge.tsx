import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconCalendarCheck from '@tabler/icons-react/dist/esm/icons/IconCalendarCheck.mjs';
import IconCircleX from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs';
import IconDoorEnter from '@tabler/icons-react/dist/esm/icons/IconDoorEnter.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconReceipt2 from '@tabler/icons-react/dist/esm/icons/IconReceipt2.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs';
import IconProgress from '@tabler/icons-react/dist/esm/icons/IconProgress.mjs';
import type { Icon } from '@tabler/icons-react';
import { stageNames, type VisitStage } from '#contract/visits/stage.ts';
import { MeaningBadge } from './meaning-badge.tsx';
import type { Meaning } from './meaning.ts';

/** How each stage looks wherever it is shown. */
export const stageLooks: Record<VisitStage, { meaning: Meaning; icon: Icon }> = {
  scheduled: { meaning: 'past', icon: IconCalendar },
  confirmed: { meaning: 'past', icon: IconCalendarCheck },
  checkedIn: { meaning: 'progress', icon: IconDoorEnter },
  inProgress: { meaning: 'progress', icon: IconProgress },
  review: { meaning: 'needs', icon: IconPencil },
  billing: { meaning: 'needs', icon: IconReceipt2 },
  submitted: { meaning: 'progress', icon: IconSend },
  closed: { meaning: 'done', icon: IconCircleCheck },
  cancelled: { meaning: 'past', icon: IconCircleX },
  noShow: { meaning: 'danger', icon: IconUserOff },
  lateCancel: { meaning: 'past', icon: IconCircleX },
};

/** Where a visit is in its life, in the clinic's word. */
export function StageBadge({ stage, quiet = false }: { stage: VisitStage; quiet?: boolean }) {
  const { meaning, icon } = stageLooks[stage];
  return (
    <MeaningBadge meaning={meaning} icon={icon} quiet={quiet}>
      {stageNames[stage]}
    </MeaningBadge>
  );
}
