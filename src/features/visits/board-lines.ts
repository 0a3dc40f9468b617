import { needsCorrection } from '#contract/billing/needs-correction.ts';
import type { VisitLine } from '#local/reads/visits.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import { holds } from '#contract/base/permissions.ts';
import { waitsForCosigner } from '#contract/documentation/to-cosign.ts';
import type { Provider } from '#contract/providers/provider.ts';

/** The columns of On Deck, in the order of a day (ui.md). */
export const columns = [
  { key: 'today', name: 'Today', stages: ['scheduled', 'confirmed'], empty: 'No more visits are expected.' },
  { key: 'arrived', name: 'Arrived', stages: ['checkedIn'], empty: 'No one is waiting.' },
  { key: 'inProgress', name: 'In progress', stages: ['inProgress'], empty: 'No one is being treated.' },
  { key: 'toFinish', name: 'To finish', stages: ['review'], empty: 'No notes are open.' },
  { key: 'toBill', name: 'To bill', stages: ['billing'], empty: 'Nothing to bill.' },
] as const satisfies { key: string; name: string; stages: VisitStage[]; empty: string }[];
export type ColumnKey = (typeof columns)[number]['key'];

const doneStages: readonly VisitStage[] = ['submitted', 'closed'];
const leftStages: readonly VisitStage[] = ['cancelled', 'noShow', 'lateCancel'];

export type Board = Record<ColumnKey | 'done' | 'left', VisitLine[]>;

/** What runs out, by case. */
export type CaseWords = ReadonlyMap<string, VisitLine['words']>;

export function boardOf(lines: readonly VisitLine[], words?: CaseWords): Board {
  const board: Board = { today: [], arrived: [], inProgress: [], toFinish: [], toBill: [], done: [], left: [] };
  const keyOf = new Map<VisitStage, keyof Board>();
  for (const column of columns) for (const stage of column.stages) keyOf.set(stage, column.key);
  for (const stage of doneStages) keyOf.set(stage, 'done');
  for (const stage of leftStages) keyOf.set(stage, 'left');
  for (const line of lines) {
    const key = keyOf.get(line.visit.stage);
    if (key) board[key].push({ ...line, words: words?.get(line.visit.CaseId) });
  }
  return board;
}

/** Work left over, not of one day: each opens a list that can be worked off, by whom `may` is given. */
export const backlogs = [
  {
    key: 'unsigned',
    may: 'write notes',
    label: 'unsigned notes',
    title: 'Unsigned notes',
    empty: 'All notes of finished visits are signed.',
    holds: ({ visit, note }: VisitLine) => visit.stage === 'review' && !note?.signedAt,
  },
  {
    key: 'cosign',
    may: 'cosign notes',
    label: 'to cosign',
    title: 'Notes to cosign',
    empty: 'No notes need a cosignature.',
    holds: ({ visit, note, case: of }: VisitLine, me: Provider | null) =>
      visit.stage === 'review' && waitsForCosigner(note, of?.Discipline ?? null, me),
  },
  {
    key: 'bill',
    may: 'submit claims',
    label: 'ready to bill',
    title: 'Ready to bill',
    empty: 'All finished visits are billed.',
    holds: ({ visit }: VisitLine) => visit.stage === 'billing',
  },
  {
    key: 'rejected',
    may: 'submit claims',
    label: 'rejected claims',
    title: 'Rejected claims',
    empty: 'No claims were rejected.',
    holds: ({ visit, claim }: VisitLine) => visit.stage !== 'closed' && claim?.status === 'rejected',
  },
  {
    key: 'amended',
    may: 'submit claims',
    label: 'claims to correct',
    title: 'Claims to correct',
    empty: 'No claims need a correction.',
    holds: ({ claim }: VisitLine) => needsCorrection(claim),
  },
] as const;
export type BacklogKey = (typeof backlogs)[number]['key'];

/** The lines of one list; claims to correct of any day where the server listed them, beside those of this device. */
export function linesOfBacklog(
  { key, holds: isIn }: (typeof backlogs)[number],
  { backlog, corrections }: { backlog: readonly VisitLine[]; corrections: readonly VisitLine[] | null },
  me: Provider | null,
): VisitLine[] {
  const own = backlog.filter((line) => isIn(line, me));
  if (key !== 'amended' || !corrections) return own;
  const here = new Set(own.map(({ visit }) => visit.VisitId));
  const others = corrections.filter(({ visit }) => !here.has(visit.VisitId));
  return [...own, ...others].toSorted((a, b) => a.visit.Start.localeCompare(b.visit.Start));
}

/** Those that somebody with these permissions can work off. */
export function backlogsFor(can: readonly string[]) {
  return backlogs.filter(({ may }) => holds(can, may));
}

/** How far back the counts look: what a device holds of visits (sync.md, P1). */
export const backlogDays = 60;
