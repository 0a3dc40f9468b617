import { useEffect, useEffectEvent, useState } from 'react';
import type { Path } from 'react-router';

type Block = { holds(next: Path): boolean; ask(leave: () => void): void };
let blocks: readonly Block[] = [];

/** Whether a screen holds back a move to another address until its person has decided; `go` makes the move then. */
export function isHeldBack(next: Path, go: () => void): boolean {
  const block = blocks.find((each) => each.holds(next));
  block?.ask(go);
  return block !== undefined;
}

/** Asks before the screen is left where `holds` says so: `isAsking` until it stays or is left. */
export function useAskBeforeLeaving(holds: (next: Path) => boolean) {
  const [leaving, setLeaving] = useState<{ go: () => void } | null>(null);
  const isHeld = useEffectEvent(holds);
  useEffect(() => {
    const block: Block = { holds: (next) => isHeld(next), ask: (go) => setLeaving({ go }) };
    blocks = [...blocks, block];
    return () => {
      blocks = blocks.filter((each) => each !== block);
    };
  }, []);
  return {
    isAsking: leaving !== null,
    stay: () => setLeaving(null),
    leave() {
      setLeaving(null);
      leaving?.go();
    },
  };
}
