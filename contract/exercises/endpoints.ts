import { z } from 'zod';
import type { OnlineTable } from '../base/endpoint.ts';
import { ExerciseId } from '../base/ids.ts';
import { Exercise } from './exercise.ts';

export const exerciseEndpoints = {
  list: {
    call: 'GET /exercises',
    access: {},
    noChart: 'The library, without any patient.',
    summary: 'Lists the exercises of the library, and which of them the caller marked as favorites.',
    input: z.strictObject({}),
    reply: z.object({ exercises: z.array(Exercise.extend({ isFavorited: z.boolean() })) }),
  },
  favorite: {
    call: 'POST /exercises/favorite/:id',
    access: {},
    noChart: 'The caller’s own favorites.',
    summary: 'Marks an exercise as one of the caller’s favorites, or takes the mark off.',
    input: z.strictObject({ id: ExerciseId, isFavorited: z.boolean().default(true) }),
    reply: z.object({ favoriteExerciseIds: z.array(ExerciseId) }),
  },
} as const satisfies OnlineTable;
