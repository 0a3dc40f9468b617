const written = /^\+?[\d\s().\-/]+$/;
const extension = /\s*(?:x|ext\.?)\s*\d{1,6}$/i;

/** A number of another country, as it is written with `+` and a country code that is not 1. */
export function isForeignPhone(phone: string): boolean {
  return /^\s*\+(?!\s*1)/.test(phone);
}

/**
 * The ten digits of a North American number, without the 1 in front; null for anything else. A number of another
 * country is never read as one of ours: a text would reach a stranger.
 */
export function nationalDigits(phone: string): string | null {
  if (isForeignPhone(phone) || !written.test(phone.trim())) return null;
  const digits = phone.replace(/\D/g, '');
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return /^[2-9]\d{9}$/.test(national) ? national : null;
}

export const phoneSentence = 'Enter a phone number with ten digits.';

/** Why no one can be called at what was typed, or null. Numbers of other countries and extensions stay as typed. */
export function phoneRefusal(typed: string): string | null {
  const phone = typed.trim().replace(extension, '');
  if (nationalDigits(phone) !== null) return null;
  // No country code begins with 0 (ITU-T E.164).
  const isForeign = /^\+\D*[2-9]/.test(phone) && written.test(phone) && /^(?:\D*\d){7,15}\D*$/.test(phone);
  return isForeign ? null : phoneSentence;
}
