import { z } from 'zod';
import { isNpi } from './npi.ts';

export const Npi = z
  .string()
  .max(10)
  .refine(isNpi, { error: 'is not a valid NPI: it needs ten digits with a correct check digit' });
export const PhoneDigits = z
  .string()
  .max(10)
  .regex(/^[2-9]\d{9}$/, { error: 'must be ten digits, and none of them 0 or 1 at the beginning' });
/** Five or nine digits, no dash. */
export const ZipDigits = z
  .string()
  .max(9)
  .regex(/^\d{5}(\d{4})?$/, { error: 'must be five or nine digits' });
export const EmailOrNull = z.email().max(120).nullable();
