import { oursDrained, oursMeasured } from './ours.ts';
import { rawDexie } from './raw-dexie.ts';

export const bench = { oursMeasured, oursDrained, rawDexie };

declare global {
  interface Window {
    bench: typeof bench;
  }
}

window.bench = bench;
