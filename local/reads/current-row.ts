import type { EntityName } from '#contract/entities.ts';
import { formCall } from '#contract/records.ts';
import type { ParkedCall } from '../outbox/outbox.ts';
import { readRow } from './reads.ts';

type Row = Record<string, unknown>;

/** The record that a refused call is about, as it is now: as the refusal told it, or as this device knows it where that is newer. */
export async function currentRow({ name, input, current }: ParkedCall): Promise<Row | null> {
  const call = formCall(name);
  if (!call) return null;
  const { of } = call;
  const told = isRow(current) && of.key in current ? current : null;
  const id = String(input['id'] ?? of.typedIn(input)[of.key]);
  const row = (await readRow(of.entity as EntityName, id)) as Row | undefined;
  if (!row) return told;
  return told && String(told['updated_at']) > String(row['updated_at']) ? told : row;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null;
}
