import { nationalDigits } from '../base/phone.ts';

/** A number as text gateways want it (E.164), `+15035550142`; null for what is none of North America's. */
export function textNumber(phone: string | null): string | null {
  const national = nationalDigits(phone ?? '');
  return national === null ? null : `+1${national}`;
}
