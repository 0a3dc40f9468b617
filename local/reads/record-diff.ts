import { isSameValue } from '#contract/base/same-value.ts';
import { fieldWords } from '#contract/record/field-words.ts';
import type { AnyRecord } from '#contract/record/record.ts';
import { formCall } from '#contract/records.ts';
import { currentRow } from './current-row.ts';
import type { ParkedCall } from '../outbox/outbox.ts';
import { rowName } from './row-name.ts';

/**
 * One line of a refused change: what it would have made of a value, and what the server has. `before` is what its
 * writer saw, where that helps to decide between the two.
 */
export type FieldDiff = { name: string; before?: string; mine: string; now: string };

type Row = Readonly<Record<string, unknown>>;

/** What a refused call of a record would have done, field by field; nothing for a call of another kind. */
export async function recordDiff(call: ParkedCall): Promise<FieldDiff[]> {
  const known = formCall(call.name);
  if (!known) return [];
  const { of, verb } = known;
  const now = await currentRow(call);
  if (verb === 'create')
    return [...(await parentLines(of, call.input)), ...(await newLines(of, of.typedIn(call.input), now))];
  if (verb === 'update') return changedLines(of, call, now);
  return call.kind === 'changed-elsewhere' ? removedLines(of, call.base, now ?? {}) : [];
}

async function parentLines({ parent }: AnyRecord, input: Row): Promise<FieldDiff[]> {
  // Whose chart it is stands above.
  if (parent?.name !== 'case') return [];
  return [{ name: 'Case', mine: await rowName(parent.entity, String(input[parent.key])), now: '' }];
}

/** All that was typed of a new one, beside one that is there under its id already. */
function newLines(of: AnyRecord, input: Row, there: Row | null): Promise<FieldDiff[]> {
  const typed = Object.keys(of.fields).filter((field) => !isEmpty(input[field]));
  return Promise.all(
    typed.map(async (field) => ({
      name: labelOf(of, field),
      mine: await wordsOf(of, field, input),
      now: there ? await wordsOf(of, field, there) : '',
    })),
  );
}

function changedLines(of: AnyRecord, call: ParkedCall, now: Row | null): Promise<FieldDiff[]> {
  const { input, base, kind } = call;
  const changes = (input['changes'] ?? {}) as Row;
  const told = call.current as Row | null;
  // Of a call that was taken but for what somebody else had changed, that alone.
  const isKept = (field: string) => kind === 'conflict' && told && !isSameValue(changes[field], told[field]);
  return Promise.all(
    Object.keys(changes).map(async (field) => ({
      name: labelOf(of, field),
      ...((kind === 'changed-elsewhere' || isKept(field)) &&
        field in base && { before: await wordsOf(of, field, base) }),
      mine: await wordsOf(of, field, changes),
      now: await wordsOf(of, field, now ?? {}),
    })),
  );
}

/** What was to be removed as it was seen, against how it reads now; only what differs. */
function removedLines(of: AnyRecord, seen: Row, now: Row): Promise<FieldDiff[]> {
  const other = Object.keys(of.fields).filter((field) => !isSameValue(seen[field] ?? null, now[field] ?? null));
  return Promise.all(
    other.map(async (field) => ({
      name: labelOf(of, field),
      before: await wordsOf(of, field, seen),
      mine: 'Removed',
      now: await wordsOf(of, field, now),
    })),
  );
}

function labelOf(of: AnyRecord, field: string): string {
  return of.fields[field]?.label ?? field;
}

async function wordsOf(of: AnyRecord, field: string, row: Row): Promise<string> {
  const known = of.fields[field];
  return known ? fieldWords(known, row[field], rowName) : '-';
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
