import { useState } from 'react';

/** Submit once: while `run` works, `isBusy` is for `loading` of the button, which then does nothing. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false);
  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, run };
}
