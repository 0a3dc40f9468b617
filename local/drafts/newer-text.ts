import { isSameValue } from '#contract/base/same-value.ts';
import { device } from '../store/device.ts';
import { readWritten } from './drafts.ts';
import { isFieldDraft, unqueuedFields } from './field-drafts.ts';
import { readOwnWrites, savedSince } from './own-writes.ts';

/** The fields of a record in which the person has saved another text since this draft of it was written. */
export async function newerTextThan(key: string, record: string): Promise<string[]> {
  const on = device();
  const [left, own] = await Promise.all([readWritten(key), readOwnWrites(on, record)]);
  const draft = left?.value;
  if (!left || !isFieldDraft(draft)) return [];
  return unqueuedFields(draft).filter((field) => {
    const typed = draft[field];
    const save = typed && savedSince(own, field, typed, left.turn);
    return save !== undefined && !isSameValue(typed?.value, save.value);
  });
}
