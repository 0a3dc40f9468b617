import { fail } from '#contract/base/errors.ts';

/** Says in one sentence why this browser cannot keep a clinic's data. */
export function requireStorage(): void {
  if (typeof globalThis.crypto?.subtle === 'undefined') {
    fail(
      'unavailable',
      'This address is not secure, so patient data can’t be encrypted here. Open Mainstay over https.',
    );
  }
  if (typeof globalThis.indexedDB === 'undefined') {
    fail(
      'unavailable',
      'This browser stores no data on this device, so Mainstay can’t work in it. Leave private browsing or use another browser.',
    );
  }
}
