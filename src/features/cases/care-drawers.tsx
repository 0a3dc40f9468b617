import type { PatientId } from '#contract/base/ids.ts';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { useEver } from '#shared/hooks/use-ever.ts';
import type { CareDesk } from './care-desk.tsx';
import { goalForm } from './goal-form.tsx';
import { planForm } from './plan-form.tsx';
import { StampDialog } from './stamp-dialog.tsx';

/** The drawers of goals and plans of one patient, and the dialog that stamps a plan. */
export function CareDrawers({ PatientId, desk }: { PatientId: PatientId; desk: CareDesk }) {
  const { opened, open, close } = desk;
  const stamp = opened?.kind === 'stamp' ? opened : null;
  const hasStamped = useEver(stamp !== null);
  return (
    <>
      <RecordDrawer
        form={goalForm}
        at={PatientId}
        about={opened?.kind === 'goal' ? opened : null}
        onReopen={(about) => open({ ...about, kind: 'goal' })}
        onClose={close}
      />
      <RecordDrawer
        form={planForm}
        at={PatientId}
        about={opened?.kind === 'plan' ? opened : null}
        onReopen={(about) => open({ ...about, kind: 'plan' })}
        onClose={close}
      />
      {hasStamped && (
        <StampDialog
          key={stamp ? `${stamp.line.plan.PlanOfCareId} ${stamp.stampKind} ${stamp.corrects?.PlanStampId}` : ''}
          stamp={stamp}
          onClose={close}
        />
      )}
    </>
  );
}
