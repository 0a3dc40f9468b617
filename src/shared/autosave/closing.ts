const closing = new Map<string, Promise<unknown>>();
/** A disk that hangs must not keep a form shut. */
const patienceMs = 1_000;

/** A form has gone from the screen; `done` once what it held is on disk. */
export function closes(draftKey: string, done: Promise<unknown>): void {
  const all = Promise.allSettled([closing.get(draftKey), done]).then(() => {
    if (closing.get(draftKey) === all) closing.delete(draftKey);
  });
  closing.set(draftKey, all);
}

/** Who opens a form again at once finds what was in it a moment before. */
export async function hasClosed(draftKey: string): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([closing.get(draftKey), late]);
}
