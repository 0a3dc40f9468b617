import { pouchBulk, pouchReplicated, rawDexie, rxReplicated } from './contestants.ts';
import { oursDrained, oursMeasured } from './ours.ts';

export const bench = { oursMeasured, oursDrained, pouchBulk, pouchReplicated, rxReplicated, rawDexie };
export type Bench = typeof bench;

declare global {
  interface Window {
    bench: Bench;
  }
}

window.bench = bench;
