import type { LockedPerson } from '#session/session-state.ts';

export type FieldErrors = { email?: string; password?: string; code?: string };

export const isAddress = (text: string) => /^\S+@\S+\.\S+$/.test(text.trim());

/** `code` is null until it is asked for. */
export function missingFields(email: string, password: string, code: string | null): FieldErrors {
  return {
    ...(isAddress(email) ? {} : { email: 'Enter your email, such as name@clinic.com.' }),
    ...(password === '' ? { password: 'Enter your password.' } : {}),
    ...(code?.trim() === '' ? { code: 'Enter the code.' } : {}),
  };
}

export function leadWords(locked: LockedPerson | undefined, isOnline: boolean): string {
  if (locked) return `Locked after ${locked.afterMs / 60_000} minutes without activity. Your work is kept.`;
  return isOnline ? 'Use the email of your clinic account.' : 'You are offline. Unlock your data on this device.';
}

/** `wait` is in seconds. */
export function buttonWords(isSignIn: boolean, wait: number): string {
  if (wait > 0) return `Wait ${Math.floor(wait / 60)}:${String(wait % 60).padStart(2, '0')}`;
  return isSignIn ? 'Sign in' : 'Unlock';
}
