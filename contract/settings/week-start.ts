import { z } from 'zod';

/** The first day of a week in calendars: 0 is Sunday, 1 is Monday. */
export const WeekStart = z.union([z.literal(0), z.literal(1)]);
export type WeekStart = z.output<typeof WeekStart>;
