/** Something that is loaded when it is first wanted. */
export type Later<T> = {
  /** Undefined until it is there. */
  here(): T | undefined;
  /** The same promise until it is there, or its failure was shown. */
  load(): Promise<T>;
};

const failed = new Set<() => void>();

export function later<T>(fetchIt: () => Promise<T>): Later<T> {
  let known: T | undefined;
  let loading: Promise<T> | undefined;
  async function take(): Promise<T> {
    try {
      known = await fetchIt();
      return known;
    } catch (error) {
      failed.add(() => (loading = undefined));
      throw error;
    }
  }
  return { here: () => known, load: () => (loading ??= take()) };
}

/** What did not come is asked for again from now on: before its failure is shown, drawing it again would ask for ever. */
export function forgetFailures(): void {
  for (const forget of failed) forget();
  failed.clear();
}
