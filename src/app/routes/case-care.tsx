import type { Case } from '#contract/cases/case.ts';
import type { Fix } from '#contract/compliance/clock.ts';
import type { StampKind } from '#contract/cases/plan-stamp.ts';
import type { CareDesk } from '#features/cases/care-desk.tsx';
import { CareOfCase } from '#features/cases/care-of-case.tsx';
import { useMayPlan, useMayStamp } from '#shared/hooks/use-may-plan.ts';
import type { CaseDesk } from '#features/cases/case-desk.tsx';
import { CaseRibbon } from '#features/compliance/case-ribbon.tsx';
import { plansOfCase, type PlanLine } from '#local/reads/goals.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useMay } from '#shared/session.ts';

type Props = {
  of: Case;
  care: CareDesk;
  desk: CaseDesk;
  /** Opens another place of the same chart. */
  onGo: (place: { tab: string } | { visit: string }) => void;
  onSeries: ((of: Case) => void) | null;
};

/** The timeline of a case with its goals and plans of care; what the timeline asks for is done from here. */
export function CaseCare(props: Props) {
  return (
    <>
      <CaseTimeline {...props} />
      <CareOfCase of={props.of} desk={props.care} />
    </>
  );
}

/** The timeline alone: beside a visit, whose note holds the goals. */
export function CaseTimeline({ of, care, desk, onGo, onSeries }: Props) {
  const plans = useLiveValue(() => plansOfCase(of.CaseId), [of.CaseId]) ?? [];
  const mayPlan = useMayPlan(of.CaseId);
  const mayEdit = useMay('edit patients');
  const mayStamp = useMayStamp(of.CaseId);
  return (
    <CaseRibbon
      of={of}
      onFix={({ action }, aboutId) =>
        ways({
          plan: mayPlan ? () => care.addPlan(of.CaseId) : null,
          stamp: mayStamp ? stampOn(care, plans, aboutId) : null,
          visitOfPlan: plans.find(({ plan }) => plan.PlanOfCareId === aboutId)?.plan.WrittenInNoteId ?? null,
          add: mayEdit ? (kind) => () => desk.open({ kind, of: null, parent: of.CaseId }) : null,
          series: onSeries && (() => onSeries(of)),
          aboutId,
          onGo,
        })[action]
      }
    />
  );
}

type Way = (() => void) | null;
type Ground = {
  plan: Way;
  stamp: ((kind: StampKind) => Way) | null;
  visitOfPlan: string | null;
  add: ((kind: 'script' | 'authorization') => Way) | null;
  series: Way;
  aboutId: string | null;
  onGo: Props['onGo'];
};

/** Where each fix is done; what belongs to money is done there. */
function ways({ plan, stamp, visitOfPlan, add, series, aboutId, onGo }: Ground): Record<Fix['action'], Way> {
  const visit = (id: string | null): Way => (id === null ? null : () => onGo({ visit: id }));
  return {
    writePlan: plan,
    recertify: plan,
    signPlan: visit(visitOfPlan),
    sendPlan: stamp?.('sent') ?? null,
    recordSignature: stamp?.('signed') ?? null,
    explainDelay: stamp?.('delay') ?? null,
    writeReport: () => onGo({ tab: 'visits' }),
    signReport: () => onGo({ tab: 'documentation' }),
    bookTherapist: series,
    addScript: add?.('script') ?? null,
    addAuthorization: add?.('authorization') ?? null,
    checkInsurance: () => onGo({ tab: 'insurance' }),
    bill: visit(aboutId),
    attestKx: null,
    enterInitialTreatment: null,
  };
}

function stampOn(care: CareDesk, plans: readonly PlanLine[], aboutId: string | null) {
  const line = plans.find(({ plan }) => plan.PlanOfCareId === aboutId);
  return (stampKind: StampKind): Way =>
    line ? () => care.open({ kind: 'stamp', line, stampKind, corrects: null }) : null;
}
