import { uuidFrom } from '#contract/base/ids.ts';

/** The id of a new record: a UUIDv7 of this device's clock. */
export function newId(): string {
  return uuidFrom(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
}
