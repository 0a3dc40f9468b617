/** What the loop may be asked to do; `compare`: prove that this device holds what the server holds. */
export type Asked = { push?: boolean; pull?: boolean; setup?: boolean; compare?: boolean; notes?: boolean };

type Need = keyof Asked | 'settle' | 'renew' | 'catchUp';

/** What there is to do now. */
export type Needs = Record<Need, boolean> & {
  /** Until then `catchUp` may wait for the working set, by `performance.now()`. */
  catchUpBy: number;
};

/** A device that has not pulled cannot say how old its data is. */
const mostBehindMs = 3_000;

export function needsAtStart(): Needs {
  return {
    settle: true,
    setup: true,
    renew: true,
    push: true,
    pull: true,
    notes: false,
    compare: false,
    catchUp: false,
    catchUpBy: 0,
  };
}

export function addNeeds(needs: Needs, asked: Asked): void {
  for (const need of ['push', 'pull', 'setup', 'compare', 'notes'] as const) if (asked[need]) needs[need] = true;
}

/** A new cookie is as of now, so its pull can wait. What the former history had accepted is sent again. */
export function needsOfNewHistory(needs: Needs): void {
  Object.assign(needs, { push: true, pull: false, catchUp: true, catchUpBy: performance.now() + mostBehindMs });
}

export function isPullDue({ pull, catchUp, catchUpBy }: Needs): boolean {
  return pull || (catchUp && performance.now() > catchUpBy);
}

/** Clears the need before the work, so that a new one during the work is kept. A failure brings it back. */
export function once(needs: Needs, need: Need, work: () => Promise<void>): () => Promise<void> {
  return async () => {
    needs[need] = false;
    try {
      await work();
    } catch (error) {
      needs[need] = true;
      throw error;
    }
  };
}
