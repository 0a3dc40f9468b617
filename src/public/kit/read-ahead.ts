import type { messageEndpoints } from '#contract/messages/endpoints.ts';
import { endpoint, type Answer } from './send.ts';

export const readLink = endpoint<typeof messageEndpoints.readLink>('POST /messages/link');

export type Read<T> = (input: { token: string }) => Promise<Answer<T>>;

/** What was begun to be read for the page that comes next; taken once. */
let ahead: { read: unknown; token: string; answer: Promise<Answer<object>> } | null = null;

/** Reads what the next page will show while that page is still loaded; `known` is what was read already. */
export function readAhead<T extends object>(read: Read<T>, token: string, known?: T): void {
  ahead = { read, token, answer: known ? Promise.resolve({ data: known }) : read({ token }) };
}

export function answerOf<T extends object>(read: Read<T>, token: string): Promise<Answer<T>> {
  const begun = ahead;
  ahead = null;
  return begun?.read === read && begun.token === token ? (begun.answer as Promise<Answer<T>>) : read({ token });
}

const linkPath = '/s/';

/** The token of the link of a message; empty at any other address. */
export function linkTokenIn(pathname: string): string {
  return pathname.startsWith(linkPath) ? pathname.slice(linkPath.length) : '';
}

/** Before anything is drawn: over a slow connection a call that waits for a file is a fifth of a second. */
export function readFirst(pathname: string): void {
  const token = linkTokenIn(pathname);
  if (token !== '') readAhead(readLink, token);
}
