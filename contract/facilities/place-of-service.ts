import { z } from 'zod';

/** In the shared order of spec 3; 12 is Home in the CMS list, shown as the spec labels it. */
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
export const PlaceOfService = z.enum(['11', '10', '02', '12', '13', '14', '24', '99']);
