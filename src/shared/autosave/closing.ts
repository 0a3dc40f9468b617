const closing = new Map<string, Promise<unknown>>();
/** A disk that hangs must not keep a form shut. */
const patienceMs = 1_000;

/** A form has left the screen; `done` resolves once its text is on disk. */
export function closes(draftKey: string, done: Promise<unknown>): void {
  const all = Promise.allSettled([closing.get(draftKey), done]).then(() => {
    if (closing.get(draftKey) === all) closing.delete(draftKey);
  });
  closing.set(draftKey, all);
}

/** Waits for the writes of the same form, so that reopening it at once finds its text. */
export async function hasClosed(draftKey: string): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([closing.get(draftKey), late]);
}
