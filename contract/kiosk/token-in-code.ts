/** The token in what a camera read: a link `…/s/demo.…`, or the token alone; null of any other code. */
export function tokenInCode(text: string): string | null {
  return /(?:^|\/s\/)([a-z][a-z0-9-]*\.[\w-]{22})$/.exec(text.trim())?.[1] ?? null;
}
