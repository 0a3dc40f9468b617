import { showMoney } from '#contract/base/money.ts';
import { stageNames, VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import type { ConflictViews } from '#shared/conflict-views.ts';
import { scopeDiff } from '#sync/field-words.ts';
import { waysToMove } from './ways-to-move.ts';

export const visitViews = {
  'visits.move': {
    title: ({ destination }) => {
      const stage = stageWord(destination);
      return stage ? `Move a visit to ${stage}` : 'Move a visit';
    },
    diff: moveDiff,
    note: ({ call, visit }) =>
      visit?.stage === call.input['destination']
        ? 'The visit is already there, so this move is no longer needed.'
        : null,
    ways: waysToMove,
  },
  'visits.resolveIntake': { title: 'Review a patient’s intake answers' },
} satisfies Partial<ConflictViews>;

function moveDiff({ input }: ParkedCall, visit: Visit | undefined): FieldDiff[] {
  const { destination, LateFee } = input;
  return [
    { name: 'Stage', mine: stageWord(destination) ?? '-', now: visit ? stageNames[visit.stage] : '-' },
    ...scopeDiff(input),
    ...(typeof LateFee === 'number' ? [{ name: 'Late fee', mine: showMoney(LateFee), now: '-' }] : []),
  ];
}

function stageWord(value: unknown): string | null {
  const stage = VisitStage.safeParse(value);
  return stage.success ? stageNames[stage.data] : null;
}
