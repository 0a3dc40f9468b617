import { z } from 'zod';

export const TaskId = z.uuid().brand<'TaskId'>();
export type TaskId = z.output<typeof TaskId>;
