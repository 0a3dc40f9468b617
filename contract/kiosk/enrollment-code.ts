/** Without letters and digits that look alike: 0 and O, 1, I and L. */
export const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const codeLength = 8;
/** How long a code enrolls a kiosk. */
export const codeMinutes = 10;

/** What was typed as the code it stands for, in capitals without spaces and dashes; null for anything else. */
export function enrollmentCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  return code.length === codeLength && [...code].every((letter) => codeAlphabet.includes(letter)) ? code : null;
}

/** As a person reads it: `ABCD-EFGH`. */
export const showCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
