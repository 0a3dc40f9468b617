import { stageNames, VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import { spoken } from '#shared/call-words.ts';
import type { Conflict, ConflictView } from '#shared/conflict-views.ts';

/** What a refused call would have done against what the server has now, as far as this device knows. */
export async function conflictDiff(view: ConflictView, { call, visit }: Conflict): Promise<FieldDiff[]> {
  return (await view.diff?.(call, visit)) ?? currentDiff(call);
}

const unspoken = /Id$|^id$|_at$|^site$|^scope$/;

/** The server's current value in plain lines: names and short values, no ids and no stamps. */
export function currentDiff({ current }: Pick<ParkedCall, 'current'>): FieldDiff[] {
  if (typeof current !== 'object' || current === null) return [];
  return Object.entries(current)
    .filter(([name, value]) => !unspoken.test(name) && isShort(value))
    .slice(0, 8)
    .map(([name, value]) => ({
      name: spoken(name),
      mine: '',
      now: name === 'stage' ? stageWord(value) : String(value),
    }));
}

function isShort(value: unknown): value is string | number | boolean {
  return (
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && value !== '' && value.length <= 200)
  );
}

function stageWord(value: unknown): string {
  const stage = VisitStage.safeParse(value);
  return stage.success ? stageNames[stage.data] : String(value);
}

/** The row a refusal came with, or the one of this device where that is newer. */
export function newerVisit(call: ParkedCall, visit: Visit | undefined): Visit | undefined {
  const said = call.current as Partial<Visit> | null;
  if (!visit || typeof said !== 'object' || said === null || said.VisitId !== visit.VisitId) return visit;
  return said.updated_at && said.updated_at > visit.updated_at ? { ...visit, ...said } : visit;
}
