import { nationalDigits } from '../base/phone.ts';

/** An address or a number that codes can be sent to; a number has ten digits and is of North America. */
export type Contact = { channel: 'email' | 'text'; value: string };

/** What was typed as one of the two; null for neither. */
export function contactOf(typed: string): Contact | null {
  const text = typed.trim();
  if (/^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 120)
    return { channel: 'email', value: text.toLowerCase() };
  const digits = nationalDigits(text);
  return digits === null ? null : { channel: 'text', value: digits };
}
