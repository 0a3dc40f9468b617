/** A number as text gateways want it (E.164), `+15035550142`; null for what is none of North America's. */
export function textNumber(phone: string | null): string | null {
  const digits = (phone ?? '').replace(/\D/g, '');
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return /^[2-9]\d{9}$/.test(national) ? `+1${national}` : null;
}
