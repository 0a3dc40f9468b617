import { useEffect, useState } from 'react';
import type { SessionState } from '#session/session-state.ts';

/** What this page says about an erasure of this device; one that was interrupted is finished on the way. */
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
