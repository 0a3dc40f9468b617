import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import type { ReactNode } from 'react';
import { showDate, showSpan } from '#contract/base/dates.ts';
import type { Case } from '#contract/cases/case.ts';
import { goalTerms } from '#contract/cases/goal.ts';
import { goalName } from '#contract/cases/goals-of-case.ts';
import { planWords } from '#contract/cases/plan-of-care.ts';
import { planKinds } from '#contract/cases/plan-of-care-row.ts';
import { standing, stampNames, viaNames } from '#contract/cases/plan-stamps.ts';
import type { PlanStamp } from '#contract/cases/plan-stamp.ts';
import { goalStatuses } from '#contract/documentation/cell-values.ts';
import { goalsOfCase, plansOfCase, type GoalLine, type PlanLine } from '#local/reads/goals.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import type { CareDesk } from './care-desk.tsx';
import { useMayPlan, useMayStamp } from '#shared/hooks/use-may-plan.ts';
import classes from './cases.module.css';

type Props = { of: Case; desk: CareDesk };

/** Goals of a case with what was last said of each, and its plans of care with what happened to them. */
export function CareOfCase({ of, desk }: Props) {
  const mayPlan = useMayPlan(of.CaseId);
  const goals = useLive(() => goalsOfCase(of.CaseId), [of.CaseId]);
  const plans = useLive(() => plansOfCase(of.CaseId), [of.CaseId]);
  if (goals.state === 'loading' || plans.state === 'loading')
    return <LoadingSkeleton label="Loading goals and plans of care" rows={2} />;
  if (goals.state === 'failed' || plans.state === 'failed')
    return <p className={classes.hint}>Goals and plans of care could not be loaded. They are safe on the server.</p>;
  return (
    <>
      <Part
        heading="h5"
        title="Goals"
        label={`Goals of ${of.Title}`}
        add={mayPlan ? { label: `Add a goal to ${of.Title}`, onAdd: () => desk.addGoal(of.CaseId) } : null}
        empty="No goals yet."
      >
        {goals.value.map((line) => (
          <GoalRow key={line.goal.GoalId} line={line} desk={mayPlan && line.frozen === null ? desk : null} />
        ))}
      </Part>
      <Plans of={of} desk={desk} plans={plans.value} heading="h5" />
    </>
  );
}

/** The plans of care of a case alone, as they stand beside its notes */
export function PlansOfCase({ of, desk }: Props) {
  const plans = useLive(() => plansOfCase(of.CaseId), [of.CaseId]);
  if (plans.state === 'loading') return <LoadingSkeleton label="Loading the plans of care" rows={1} />;
  if (plans.state === 'failed')
    return <p className={classes.hint}>The plans of care could not be loaded. They are safe on the server.</p>;
  return <Plans of={of} desk={desk} plans={plans.value} heading="h3" />;
}

type PlansProps = Props & { plans: readonly PlanLine[]; heading: PartProps['heading'] };

function Plans({ of, desk, plans, heading }: PlansProps) {
  const mayPlan = useMayPlan(of.CaseId);
  const mayStamp = useMayStamp(of.CaseId);
  return (
    <Part
      heading={heading}
      title="Plans of care"
      label={`Plans of care of ${of.Title}`}
      add={mayPlan ? { label: `Add a plan of care to ${of.Title}`, onAdd: () => desk.addPlan(of.CaseId) } : null}
      empty="No plan of care yet."
    >
      {plans.map((line) => (
        <PlanRow
          key={line.plan.PlanOfCareId}
          line={line}
          onEdit={
            mayPlan && line.frozen === null ? () => desk.open({ kind: 'plan', of: line.plan, parent: of.CaseId }) : null
          }
          desk={mayStamp ? desk : null}
        />
      ))}
    </Part>
  );
}

type PartProps = {
  heading: 'h3' | 'h5';
  title: string;
  label: string;
  add: { label: string; onAdd: () => void } | null;
  empty: string;
  children: ReactNode[];
};

function Part({ heading: Heading, title, label, add, empty, children }: PartProps) {
  return (
    <section className={classes.care} aria-label={label}>
      <div className={classes.head}>
        <Heading className={classes.subtitle}>{title}</Heading>
        {add && (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={add.label}
            leftSection={<IconPlus size={14} stroke={1.5} aria-hidden />}
            onClick={add.onAdd}
          >
            Add
          </Button>
        )}
      </div>
      {children.length === 0 ? <p className={classes.hint}>{empty}</p> : <ul className={classes.lines}>{children}</ul>}
    </section>
  );
}

function GoalRow({ line: { goal, last, frozen }, desk }: { line: GoalLine; desk: CareDesk | null }) {
  const name = goalName(goal);
  const facts = [
    goalTerms[goal.Term],
    goal.Target && `target ${goal.Target}`,
    goal.TargetDate && `by ${showDate(goal.TargetDate)}`,
    last && `${statusName(last.Status)} ${showDate(last.on)}${last.Percent === null ? '' : `, ${last.Percent} %`}`,
  ].filter(Boolean);
  return (
    <li className={classes.careRow}>
      <span className={classes.careText}>
        <span>
          <b>{name}</b> {goal.Text}
        </span>
        <span className={classes.hint}>{facts.join(', ')}</span>
      </span>
      {desk && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Edit ${name}`}
          onClick={() => desk.open({ kind: 'goal', of: goal, parent: goal.CaseId })}
        >
          Edit
        </Button>
      )}
      {!desk && frozen && <span className="visually-hidden">{frozen}</span>}
    </li>
  );
}

function statusName(status: string | null): string {
  return goalStatuses[status as keyof typeof goalStatuses] ?? '-';
}

type PlanProps = { line: PlanLine; onEdit: (() => void) | null; desk: CareDesk | null };

function PlanRow({ line, onEdit, desk }: PlanProps) {
  const { plan, stamps, certifier } = line;
  const span = showSpan({ Start: plan.From, End: plan.To });
  const held = standing(stamps);
  return (
    <li className={classes.careRow}>
      <span className={classes.careText}>
        <span>
          <b>{planKinds[plan.Kind]}</b> {span}, {planWords(plan)}
        </span>
        <span className={classes.hint}>
          {plan.Interventions}
          {certifier && `. Certified by ${certifier}`}
        </span>
        {held.length > 0 && (
          <ul className={classes.stamps} aria-label={`What happened to the plan of care ${span}`}>
            {held.map((stamp) => (
              <li key={stamp.PlanStampId}>
                {stampWords(stamp)}
                {desk && (
                  <Button
                    variant="subtle"
                    color="gray"
                    size="compact-xs"
                    aria-label={`Withdraw ${stampWords(stamp)}`}
                    onClick={() => desk.open({ kind: 'stamp', line, corrects: stamp, ...withdrawing })}
                  >
                    Withdraw
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </span>
      <span className={classes.careActions}>
        {onEdit && (
          <Button variant="subtle" size="compact-xs" aria-label={`Edit the plan of care ${span}`} onClick={onEdit}>
            Edit
          </Button>
        )}
        {desk && (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`Record for the plan of care ${span}`}
            onClick={() => desk.open({ kind: 'stamp', line, corrects: null, stampKind: nextKind(held) })}
          >
            Record…
          </Button>
        )}
      </span>
    </li>
  );
}

const withdrawing = { stampKind: 'withdrawn' } as const;

/** A plan is sent first, then it comes back signed. */
function nextKind(held: readonly PlanStamp[]): 'sent' | 'signed' {
  return held.some(({ Kind }) => Kind === 'sent') ? 'signed' : 'sent';
}

/** `Sent 01/06/2026 by fax` */
function stampWords({ Kind, On, By, Via, LimitedTo, Reason }: PlanStamp): string {
  const parts = [
    `${stampNames[Kind]} ${showDate(On)}`,
    LimitedTo && `until ${showDate(LimitedTo)}`,
    By,
    Via && viaNames[Via].toLowerCase(),
    Reason,
  ];
  return parts.filter(Boolean).join(', ');
}
