/** As what a typed password counts, on the device and on the server: NFKC, as NIST 800-63B-4 advises (3.1.1.2). */
export function passwordForm(typed: string): string {
  return typed.normalize('NFKC');
}
