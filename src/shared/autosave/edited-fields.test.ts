import { expect, test } from 'vitest';
import { editedFields } from './edited-fields.ts';

type Fields = { Plan: string; Objective: string };
const made = () => {
  const same = (a: string, b: string) => a === b;
  return editedFields<Fields>({ same, isIn: same });
};

test('what is typed during a save is an edit of what that queued, and in what it writes as a draft', () => {
  const fields = made();
  fields.change('Plan', 'Twice', '');
  const queued = fields.unqueued() ?? {};
  fields.change('Plan', 'Twice a week', '');
  fields.change('Objective', 'Flexion', '');
  expect(fields.draftAfter(queued, 7)).toEqual({
    Plan: { value: 'Twice a week', base: 'Twice', since: 7 },
    Objective: { value: 'Flexion', base: '' },
  });
  fields.goOnFrom(queued, 7);
  expect(fields.snapshot().Plan).toMatchObject({ value: 'Twice a week', base: 'Twice', since: 7, past: [''] });
  expect(fields.unqueued()).toEqual({
    Plan: { value: 'Twice a week', base: 'Twice', since: 7 },
    Objective: { value: 'Flexion', base: '' },
  });
});

test('a field no one typed in since its save has nothing unqueued, and the save still writes what it queued', () => {
  const fields = made();
  fields.change('Plan', 'Twice', '');
  const queued = fields.unqueued() ?? {};
  expect(fields.draftAfter(queued, 7)).toEqual({ Plan: { value: 'Twice', base: 'Twice', since: 7 } });
  fields.goOnFrom(queued, 7);
  expect([fields.isDirty('Plan'), fields.unqueued()]).toEqual([false, undefined]);
});

test('typed back to what was there before, nothing is unqueued', () => {
  const fields = made();
  fields.change('Plan', 'Twice', '');
  fields.change('Plan', '', '');
  expect(fields.unqueued()).toBeUndefined();
});

test('only a field no one typed in since is marked as saved', () => {
  const fields = made();
  fields.change('Plan', 'Twice', '');
  fields.change('Objective', 'Flexion', '');
  const before = fields.snapshot();
  fields.change('Plan', 'Twice a week', '');
  fields.mark(before, 'saved');
  expect([fields.snapshot().Plan?.state, fields.snapshot().Objective?.state]).toEqual(['unsaved', 'saved']);
});

test('what was shown before the draft was read counts once it is', () => {
  const fields = made();
  fields.seen({ Plan: 'Twice', Objective: '' });
  fields.change('Plan', 'Twice', '');
  expect(fields.snapshot().Plan?.arrived).toBe(false);
  fields.seenAgain();
  expect(fields.snapshot().Plan?.arrived).toBe(true);
});

test('listeners hear each change until they are done', () => {
  const fields = made();
  let heard = 0;
  const end = fields.subscribe(() => (heard += 1));
  fields.change('Plan', 'Twice', '');
  end();
  fields.change('Plan', 'Twice a week', '');
  expect(heard).toBe(1);
});
