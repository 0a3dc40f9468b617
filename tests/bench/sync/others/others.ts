import { pouchBulk, pouchReplicated, rxReplicated } from './contestants.ts';

export const others = { pouchBulk, pouchReplicated, rxReplicated };

declare global {
  interface Window {
    others: typeof others;
  }
}

window.others = others;
