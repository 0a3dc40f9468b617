import { capitalized } from './base/nouns.ts';
import { authorization } from './cases/authorization.ts';
import { script } from './cases/script.ts';
import type { RecordVerb } from './record/record-endpoints.ts';
import type { AnyRecord } from './record/record.ts';
import { holiday } from './scheduling/holiday.ts';

/** Every record, by its entity. */
export const records = { scripts: script, authorizations: authorization, holidays: holiday } as const;

export const allRecords: readonly AnyRecord[] = Object.values(records);

/** `cases.createScript` and so on: the calls of all records. */
export type RecordCallName = { [E in keyof typeof records]: NamesOf<(typeof records)[E]> }[keyof typeof records];
type NamesOf<R extends Pick<AnyRecord, 'feature' | 'name'>> = `${R['feature']}.${RecordVerb}${Capitalize<R['name']>}`;

export function callNameOf({ feature, name }: Pick<AnyRecord, 'feature' | 'name'>, verb: RecordVerb): RecordCallName {
  return `${feature}.${verb}${capitalized(name)}` as RecordCallName;
}

const verbs = ['create', 'update', 'remove'] as const;
const calls = new Map(
  allRecords.flatMap((of) => verbs.map((verb) => [callNameOf(of, verb) as string, { of, verb }] as const)),
);
export const recordCallNames = [...calls.keys()] as RecordCallName[];

/** Which record a call is of and what it does to it; undefined for a command of its own. */
export function recordCall(name: string): { of: AnyRecord; verb: RecordVerb } | undefined {
  return calls.get(name);
}
