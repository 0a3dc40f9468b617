/**
 * Nothing in the world happens by the wall clock: every piece of work that is under way is counted here, and
 * the next step is chosen when all of it has come to rest.
 */
const realImmediate = globalThis.setImmediate;
let open = 0;

/** Counts macrotasks too: fake-indexeddb runs each of its steps in one. */
export function countTasks(): void {
  if (globalThis.setImmediate !== realImmediate) return;
  const counted = (run: (...args: unknown[]) => void, ...args: unknown[]) => {
    open += 1;
    return realImmediate(() => {
      open -= 1;
      run(...args);
    });
  };
  globalThis.setImmediate = Object.assign(counted, {
    __promisify__: realImmediate.__promisify__,
  }) as typeof setImmediate;
}

/** Runs something in a macrotask of its own. */
export function soon(run: () => void): void {
  open += 1;
  realImmediate(() => {
    open -= 1;
    run();
  });
}

/** Work that ends by itself, outside of fake-indexeddb. */
export async function busy<R>(work: Promise<R>): Promise<R> {
  open += 1;
  try {
    return await work;
  } finally {
    open -= 1;
  }
}

/** Resolves when nothing moves any more until the world answers a request or lets time pass. */
export async function rest(): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = open === 0 ? quiet + 1 : 0)
    await new Promise<void>((resolve) => void realImmediate(resolve));
}
