import { OutcomeResponseId, type CaseId } from '#contract/base/ids.ts';
import type { OutcomeResponse } from '#contract/outcomes/outcome-response.ts';
import type { OutcomeMeasureOf } from '#contract/outcomes/outcomes-table.ts';
import { queueWrite } from '../outbox/outbox.ts';
import { newId } from '../store/new-id.ts';
import { readWhere } from './reads.ts';

/** What was answered in a case, in the order it was entered. */
export async function outcomesOfCase(CaseId: CaseId): Promise<OutcomeResponse[]> {
  const rows = await readWhere('outcomeResponses', { index: 'CaseId', equals: CaseId });
  return rows.toSorted((a, b) => a.OutcomeResponseId.localeCompare(b.OutcomeResponseId));
}

let known: OutcomeMeasureOf | undefined;

/** What each outcome measure is: their items come with the first that needs them. */
export async function loadOutcomeMeasures(): Promise<OutcomeMeasureOf> {
  // Dexie follows what is awaited in a live query, but not a module.
  known ??= await Promise.resolve(import('#contract/outcomes/outcomes.ts').then((file) => file.outcomeMeasure));
  return known;
}

export type NewOutcome = Omit<
  OutcomeResponse,
  'OutcomeResponseId' | 'PatientId' | 'EnteredBy' | 'SurveySendId' | 'updated_at'
>;

/** Puts a score on record; `draft` is what it was typed in, which goes with it. */
export async function recordOutcome(outcome: NewOutcome): Promise<void> {
  await queueWrite('outcomes.record', { OutcomeResponseId: OutcomeResponseId.parse(newId()), ...outcome });
}
