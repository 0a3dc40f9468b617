import { z } from 'zod';
import { isNpi } from './npi.ts';

export const Npi = z
  .string()
  .max(10)
  .refine(isNpi, { error: 'is not a valid NPI: it needs ten digits with a correct check digit' });
export const PhoneDigits = z
  .string()
  .max(10)
  .regex(/^\d{10}$/, { error: 'must be ten digits' });
/** Five or nine digits, no dash. */
export const ZipDigits = z
  .string()
  .max(9)
  .regex(/^\d{5}(\d{4})?$/, { error: 'must be five or nine digits' });
export const EmailOrNull = z.email().max(120).nullable();
