import { z } from 'zod';

/** Codes and words of spec 3; 12 is Home in the CMS list, shown as the spec labels it. */
export const placesOfService = {
  '11': 'In Clinic',
  '10': 'Telehealth - In Patient Home',
  '02': 'Telehealth - Patient Outside Home',
  '12': 'Mobile Rehab',
  '13': 'Assisted Living Facility',
  '14': 'Group Home',
  '24': 'Ambulatory Surgical',
  '99': 'Other',
} as const;
export type PlaceOfService = keyof typeof placesOfService;
/** The shared order (spec 9). Keys of a record that look like numbers, `10` and `02` alike, do not keep theirs. */
export const placeOrder = ['11', '10', '02', '12', '13', '14', '24', '99'] as const satisfies readonly PlaceOfService[];
export const PlaceOfService = z.enum(placeOrder);
