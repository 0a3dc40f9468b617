import { useEffect, useState } from 'react';
import type { SessionState } from '#session/session-state.ts';

/** The sentence about an erasure of this device. Finishes an interrupted one first. */
export function useErasedSentence(session: SessionState): string | null {
  const [sentence, setSentence] = useState<string | null>(null);
  useEffect(() => {
    void import('#session/erase-here.ts')
      .then((file) => file.finishErasures())
      .then(setSentence)
      .catch(() => undefined);
    // The session changes when this device is erased while the page is shown.
  }, [session]);
  return sentence;
}
