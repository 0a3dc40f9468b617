import type { CaseId, PatientId } from '#contract/base/ids.ts';
import type { StampKind } from '#contract/cases/plan-stamp.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { plansOfCase } from '#local/reads/goals.ts';
import { DraftScope } from '#shared/autosave/draft-scope.tsx';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { useEver } from '#shared/hooks/use-ever.ts';
import type { CareDesk, ToStamp } from './care-desk.tsx';
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
      <DraftScope
        draftKey={unsavedKey.stamp(PatientId)}
        about={aboutStamp(stamp)}
        onReopen={(about) => void openAgain(about, desk)}
      >
        {hasStamped && (
          <StampDialog
            key={stamp ? `${stamp.line.plan.PlanOfCareId} ${stamp.stampKind} ${stamp.corrects?.PlanStampId}` : ''}
            stamp={stamp}
            onClose={close}
          />
        )}
      </DraftScope>
    </>
  );
}

/** Which dialog was open: its rows are read anew when it is opened again. */
type AboutStamp = { CaseId: CaseId; PlanOfCareId: string; stampKind: StampKind; corrects: string | null };

function aboutStamp(stamp: ToStamp | null): AboutStamp | null {
  if (!stamp) return null;
  const { CaseId, PlanOfCareId } = stamp.line.plan;
  return { CaseId, PlanOfCareId, stampKind: stamp.stampKind, corrects: stamp.corrects?.PlanStampId ?? null };
}

/** Where its plan, or what it takes back, is gone meanwhile, the draft stays among the unsaved ones. */
async function openAgain({ CaseId, PlanOfCareId, stampKind, corrects: id }: AboutStamp, desk: CareDesk): Promise<void> {
  const line = (await plansOfCase(CaseId)).find(({ plan }) => plan.PlanOfCareId === PlanOfCareId);
  const corrects = line?.stamps.find(({ PlanStampId }) => PlanStampId === id) ?? null;
  if (line && (id === null || corrects)) desk.open({ kind: 'stamp', line, stampKind, corrects });
}
