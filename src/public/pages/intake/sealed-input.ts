import type { Answers } from '#contract/intake/form.ts';
import { keepSealed, keptSealed } from '../../kit/sealed-text.ts';
import { loginNow, mayKeepInput } from '../../kit/session.ts';

export type PendingPhoto = { question: string; FileVersionId: string; jpeg: string };
export type PendingSignature = {
  question: string;
  SignedConsentId: string;
  language: 'en' | 'es';
  textHash: string;
  strokes: [number, number][][] | null;
  SignerName: string;
  Relationship: 'parent' | 'guardian' | 'spouse' | 'child' | 'attorney' | 'other' | null;
};
/** What the server does not have yet. */
export type Pending = {
  answers: Answers;
  photos: readonly PendingPhoto[];
  signatures: readonly PendingSignature[];
};
export const nothing: Pending = { answers: {}, photos: [], signatures: [] };

export const isNothing = ({ answers, photos, signatures }: Pending) =>
  Object.keys(answers).length === 0 && photos.length === 0 && signatures.length === 0;

/** Keeps it on this phone as ciphertext; the key is the server's, and in memory alone. Nothing once `login` is over. */
export async function keepInput(
  IntakeId: string,
  inputKey: string,
  pending: Pending,
  login: object = loginNow(),
): Promise<void> {
  if (!mayKeepInput()) throw new Error('Nothing is kept on a device of many people.');
  await keepSealed(IntakeId, inputKey, isNothing(pending) ? null : pending, login);
}

/** What an earlier page could not send; nothing where there is none or another key sealed it. */
export async function keptInput(IntakeId: string, inputKey: string): Promise<Pending> {
  if (!mayKeepInput()) return nothing;
  return (await keptSealed<Pending>(IntakeId, inputKey)) ?? nothing;
}
