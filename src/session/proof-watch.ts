import type { ProofState } from '#local/keys/offline-proof.ts';

const everyMs = 60_000;

/**
 * Looks once a minute, and whenever the page comes back to sight, whether the last online proof still counts;
 * timers stand still while a machine sleeps.
 */
export function watchProof(
  look: () => Promise<ProofState | 'gone'>,
  onEnd: (why: Exclude<ProofState, 'holds'>) => void,
): () => void {
  let isOver = false;
  const check = async () => {
    const found = await look().catch(() => 'holds' as const);
    // A keyring lost while the app is open locks nobody out; the next start asks for the password.
    if (isOver || found === 'holds' || found === 'gone') return;
    stop();
    onEnd(found);
  };
  const visible = () => document.visibilityState === 'visible' && void check();
  const timer = setInterval(() => void check(), everyMs);
  document.addEventListener('visibilitychange', visible);
  window.addEventListener('focus', visible);
  function stop(): void {
    isOver = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', visible);
    window.removeEventListener('focus', visible);
  }
  return stop;
}
