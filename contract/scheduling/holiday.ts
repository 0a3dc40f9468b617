import type { z } from 'zod';
import { showDate } from '../base/dates.ts';
import { FacilityId, HolidayId } from '../base/ids.ts';
import { day, line, refs } from '../record/fields.ts';
import { record } from '../record/record.ts';

/** A day on which facilities are closed. */
export const holiday = record({
  name: 'holiday',
  entity: 'holidays',
  feature: 'scheduling',
  path: '/holidays',
  id: { HolidayId },
  parent: null,
  may: { all: ['manage facilities'] },
  fields: {
    Name: line('Name', 60),
    day: day('Day'),
    FacilityIds: refs('Closed facilities', FacilityId, {
      to: 'facilities',
      noun: 'facility',
      none: 'Every facility',
      most: 500,
    }),
  },
  brief: (of) => `${of.Name}, ${showDate(of.day)}`,
});

export const Holiday = holiday.Row;
export type Holiday = z.output<typeof Holiday>;
