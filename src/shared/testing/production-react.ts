import { createRequire } from 'node:module';

/*
 * Tests draw with the React that clinics run: its development build takes a sixth more of their time, for warnings that
 * no test reads. `act`, which only that one has, is made here: React and its scheduler ask once, as they are loaded,
 * how to have something done soon, and are given a way that `act` can hurry.
 */

/** What React or its scheduler wants done soon. */
const waiting = new Set<() => void>();
/** What drawing failed by inside of `act`. */
const thrown: unknown[] = [];
let depth = 0;

const hurried = (later: (task: () => void) => unknown) => (task: () => void) => {
  const once = () => {
    if (waiting.delete(once)) task();
  };
  waiting.add(once);
  later(once);
};

const { queueMicrotask: atOnce, setImmediate: soon } = globalThis;
const usual = { queueMicrotask: atOnce, setImmediate: soon, reportError: globalThis.reportError };
const given = {
  queueMicrotask: hurried(atOnce),
  setImmediate: hurried(soon),
  reportError(error: unknown) {
    if (depth > 0) thrown.push(error);
    // Nobody waits for it: it fails the run.
    else
      atOnce(() => {
        throw error;
      });
  },
};

/** Does what waits, and what comes of it: a set goes on to what is added on the way. */
function doAll(): void {
  for (const once of waiting) once();
}

/** Until nothing comes of anything any more. */
async function settle(): Promise<void> {
  do {
    doAll();
    await new Promise<void>((resolve) => soon(resolve));
  } while (waiting.size > 0);
}

function leave(): void {
  depth -= 1;
  const [first] = depth === 0 ? thrown.splice(0) : [];
  if (first !== undefined) throw first;
}

const isPromise = <T>(result: T | PromiseLike<T>): result is PromiseLike<T> =>
  typeof result === 'object' && result !== null && 'then' in result && typeof result.then === 'function';

/** One inside of another leaves what waits to that. */
async function endLater<T>(result: PromiseLike<T>): Promise<T> {
  try {
    const value = await result;
    if (depth === 1) await settle();
    return value;
  } finally {
    leave();
  }
}

/** Done is what its work made React want, once it returns or, where it gives a promise, that is kept. */
function act<T>(work: () => T | PromiseLike<T>): T | Promise<T> {
  depth += 1;
  let isLater = false;
  try {
    const result = work();
    isLater = isPromise(result);
    if (isPromise(result)) return endLater(result);
    if (depth === 1) doAll();
    return result;
  } finally {
    if (!isLater) leave();
  }
}

const load = createRequire(import.meta.url);
Object.assign(globalThis, given);
try {
  load('react-dom/client');
  Object.assign(load('react'), { act });
} finally {
  Object.assign(globalThis, usual);
}
