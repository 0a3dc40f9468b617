import { history } from './routing/history.ts';

/** Moves to a path from outside React. */
export function goTo(path: string): void {
  history.push(path);
}
