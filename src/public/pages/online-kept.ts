import { useRef, useState } from 'react';
import type { Hold } from '#contract/online-scheduling/endpoints.ts';
import { keepSealed, keptSealed } from '../kit/sealed-text.ts';
import { mayKeepInput } from '../kit/session.ts';

/** A held time, when this page had it, and by how much the server's clock is ahead of the phone's, in ms. */
export type Kept = { hold: Hold; ahead: number; since: number };

/** What a person typed to book, and the visit it becomes: sent again for the same held time, it books once. */
export type Draft = {
  FirstName: string;
  LastName: string;
  wantsMessages: boolean;
  /** By question. */
  answers: Readonly<Record<string, string>>;
  visit: { HoldId: string; VisitId: string } | null;
};
export const noDraft: Draft = { FirstName: '', LastName: '', wantsMessages: false, answers: {}, visit: null };

const id = 'online booking';

/** What the person typed on this phone before the page was loaded again or the login ended; at a kiosk nothing is kept. */
export async function keptDraft(inputKey: string): Promise<Draft> {
  return (mayKeepInput() && (await keptSealed<Draft>(id, inputKey))) || noDraft;
}

/** The draft, kept sealed with each change; where the phone keeps nothing, in this page alone. */
export function useDraft(first: Draft, inputKey: string) {
  const [draft, setDraft] = useState(first);
  // Two fields that a browser fills in at once are two changes of one draft.
  const latest = useRef(first);
  const last = useRef(Promise.resolve());
  const keep = (value: Draft | null) => {
    if (!mayKeepInput()) return last.current;
    last.current = last.current.then(() => keepSealed(id, inputKey, value)).catch(() => undefined);
    return last.current;
  };
  return {
    draft,
    change(more: Partial<Draft>): Promise<void> {
      const next = { ...latest.current, ...more };
      latest.current = next;
      setDraft(next);
      return keep(next);
    },
    /** Booked: nothing of it stays. */
    drop: (): Promise<void> => keep(null),
  };
}
