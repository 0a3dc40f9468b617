import { soon } from './turn.ts';

type How = { signal?: AbortSignal; ifAvailable?: boolean };
type Work<R> = (lock: object | null) => R | Promise<R>;
type Waiting = { owner: object; grant: () => void };

export type Locks = ReturnType<typeof locks>;

/** Web Locks of one browser profile: exclusive, first come first served; a dead tab's locks go to the next. */
export function locks() {
  const held = new Map<string, object>();
  const queues = new Map<string, Waiting[]>();

  function next(name: string): void {
    soon(() => {
      if (!held.has(name)) queues.get(name)?.shift()?.grant();
    });
  }

  function release(name: string, owner: object): void {
    if (held.get(name) !== owner) return;
    held.delete(name);
    next(name);
  }

  return {
    request<R>(owner: object, name: string, { signal, ifAvailable }: How, work: Work<R>): Promise<R> {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      if (ifAvailable && (held.has(name) || queue.length > 0)) return Promise.resolve(work(null));
      return new Promise((resolve, reject) => {
        const grant = () => {
          // Each request is another holder, also of the same tab.
          const holder = Object.create(owner) as object;
          held.set(name, holder);
          void Promise.resolve(work({ name }))
            .then(resolve, reject)
            .then(() => release(name, holder));
        };
        const waiting = { owner, grant };
        queue.push(waiting);
        signal?.addEventListener('abort', () => {
          const at = queue.indexOf(waiting);
          if (at < 0) return;
          queue.splice(at, 1);
          reject(new DOMException('The request was taken back.', 'AbortError'));
        });
        next(name);
      });
    },
    query: () => Promise.resolve({ held: [...held.keys()].map((name) => ({ name })), pending: [] }),
    /** The tab has died. */
    forget(owner: object): void {
      for (const queue of queues.values())
        for (const waiting of queue.filter((each) => each.owner === owner)) queue.splice(queue.indexOf(waiting), 1);
      for (const [name, holder] of held) if (Object.getPrototypeOf(holder) === owner) release(name, holder);
    },
  };
}
