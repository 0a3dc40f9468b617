import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { CaseId, FacilityId, UserId } from '../base/ids.ts';
import { day, flag, maybe, ref, text, type Field } from '../record/fields.ts';
import { record } from '../record/record.ts';
import { TaskId } from './ids.ts';

/** Where a task comes from: the staff, or what a patient answered or booked. */
export const taskKinds = {
  own: 'Staff',
  detractor: 'Survey',
  homePain: 'Home program',
  estimate: 'Online booking',
} as const;
export type TaskKind = keyof typeof taskKinds;

/** A person of the staff as they were called when the task was written. */
const Named = z.object({ UserId, Name: z.string() });

/** Who is to do it; null: whoever comes first. */
const owner = {
  label: 'Assigned to',
  schema: UserId.nullable(),
  kind: { is: 'listed', list: 'users' },
  asks: null,
} satisfies Field;

/** Something to do for a patient, the only record of that kind; claims, denials and faxes have lists of their own. */
export const task = record({
  name: 'task',
  entity: 'tasks',
  feature: 'tasks',
  path: '/tasks',
  id: { TaskId },
  parent: 'patient',
  may: {},
  fields: {
    sentence: text('Task', 300),
    CaseId: maybe(ref('Case', CaseId, { to: 'cases' })),
    OwnerUserId: owner,
    /** The day by which it is to be done. */
    dueOn: maybe(day('Due on')),
    IsDone: flag('Done'),
  },
  /** The server's to say; `FacilityId` is where the case is treated, `Owner` names `OwnerUserId`. */
  stored: {
    Kind: z.enum(['own', 'detractor', 'homePain', 'estimate']),
    FacilityId: FacilityId.nullable(),
    Owner: Named.nullable(),
    doneAt: Instant.nullable(),
    doneByUserId: UserId.nullable(),
  },
  begins: () => ({ Kind: 'own' as const, FacilityId: null, Owner: null, doneAt: null, doneByUserId: null }),
  check: ({ sentence }) => (sentence.trim() === '' ? { sentence: 'Enter the task.' } : {}),
  brief: ({ sentence }) => sentence,
});

export const Task = task.Row;
export type Task = z.output<typeof Task>;
