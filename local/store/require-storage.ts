import { fail } from '#contract/base/errors.ts';

/** Says in one sentence why this browser cannot keep a clinic's data. */
export function requireStorage(): void {
  if (typeof globalThis.crypto?.subtle === 'undefined') {
    fail(
      'unavailable',
      'This address is not secure, so patient data cannot be kept encrypted here. Open Mainstay over https.',
    );
  }
  if (typeof globalThis.indexedDB === 'undefined') {
    fail(
      'unavailable',
      'This browser keeps no data on the device, so Mainstay cannot work in it. Leave private browsing or use another browser.',
    );
  }
}
