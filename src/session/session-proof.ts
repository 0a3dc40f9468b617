import { forgetKey } from '#local/keys/key-keeper.ts';
import { lookAtProof, provedOnline } from '#local/keys/kept-proof.ts';
import type { ProofState } from '#local/keys/offline-proof.ts';
import { endHere } from './session-end.ts';
import { refreshToken } from './token.ts';

type Who = { site: string; UserId: string };

/** Whether this device may be open for a person. An expired proof is renewed where the network allows. */
export async function proofOf({ site, UserId }: Who): Promise<ProofState | 'gone'> {
  const proof = await lookAtProof(site, UserId);
  if (proof === 'holds' || proof === 'gone') return proof;
  if ((await refreshToken()) !== 'fresh') return proof;
  await provedOnline(site, UserId);
  return 'holds';
}

/** Locks this machine for a person whose online proof has expired. Unsent changes stay sealed. */
export async function endProof(proof: Exclude<ProofState, 'holds'> | 'gone', who: Who): Promise<void> {
  const why = proof === 'gone' ? 'signedOut' : proof;
  forgetKey(why, who);
  await endHere(why);
}
