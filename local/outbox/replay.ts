import type { CallContext, Prediction, Read } from '#contract/prediction.ts';
import { predictions } from '#contract/predictions.ts';
import type { Device } from '../store/device.ts';
import type { WaitingCall } from './calls.ts';
import { loadedRows, type Layer, type LoadedRows } from './predicted-rows.ts';

export { predictions };

/** What of the device every call is predicted with. */
export type Context = Omit<CallContext, 'madeAt' | 'base'>;

/** What the first of some calls, or all of them, made of the rows that were read. Never changed once it is kept. */
type Replayed = { calls: readonly WaitingCall[]; context: Context; loaded: LoadedRows };

type Step = { input: never; of: Prediction<unknown>; by: CallContext };

/**
 * What calls change, worked out once for all who ask: every query of a screen does, whenever one of them comes or goes.
 * Each asks for the rows itself, so that a live query follows them, and takes what another worked out only if it was
 * from the very same calls and rows; from the same rows and fewer calls, it goes on from there. Nobody waits for
 * another: a promise that live queries share takes whoever awaits it into the zone of the one that began it, where
 * nothing may be written. `part` names which calls.
 */
export async function replay(device: Device, part: string, calls: WaitingCall[], context: Context): Promise<Layer> {
  const { generation } = device.opened;
  const steps = calls.map((call) => stepOf(call, context));
  let loaded = loadedRows(device);
  let done = 0;
  let isAllAsked = false;
  for (;;) {
    const begun = beginningOf(device, part, { calls, context, loaded, done });
    if (begun && 'missing' in begun) {
      await loaded.load(begun.missing);
      continue;
    }
    if (begun?.calls.length === calls.length) return begun.loaded.layer;
    if (begun) {
      loaded = loaded.copy(begun.loaded.layer);
      done = begun.calls.length;
    }
    let wanted = isAllAsked ? [] : askedAtOnce(loaded, steps.slice(done));
    if (wanted.length === 0) {
      isAllAsked = true;
      const before = done;
      ({ done, wanted } = goOn(loaded, steps, done));
      // Rows that were opened with a key given up meanwhile are kept by nobody.
      if (done > before && device.opened.generation === generation)
        keep(device, part, { calls: calls.slice(0, done), context, loaded: loaded.copy() });
      if (wanted.length === 0) return loaded.layer;
    }
    await loaded.load(wanted);
  }
}

/** Those of the device, newest first: who read the calls before one more was saved is still to find what was known. */
const knownOf = (device: Device, part: string): Replayed[] => (device.opened.replayed.get(part) ?? []) as Replayed[];
const mostKept = 4;

function keep(device: Device, part: string, replayed: Replayed): void {
  const isOther = (each: Replayed) => each.calls.length !== replayed.calls.length;
  const others = knownOf(device, part).filter(isOther);
  device.opened.replayed.set(part, [replayed, ...others].slice(0, mostKept));
}

/**
 * The furthest that is known beyond what was done, of the same rows; or the rows that tell whether it is of the same, as
 * far as they are still to be read.
 */
function beginningOf(
  device: Device,
  part: string,
  own: Replayed & { done: number },
): Replayed | { missing: Read[] } | undefined {
  const beginnings = knownOf(device, part)
    .filter((known) => known.calls.length > own.done && isBeginning(known, own.calls, own.context))
    .sort((a, b) => b.calls.length - a.calls.length);
  for (const known of beginnings) {
    const missing = own.loaded.missing(known.loaded.reads());
    if (missing.length > 0) return { missing };
    if (own.loaded.hasSameRows(known.loaded)) return known;
  }
  return undefined;
}

function stepOf({ name, input, madeAt, base }: WaitingCall, context: Context): Step {
  return { input: input as never, of: predictions[name] as Prediction<unknown>, by: { ...context, madeAt, base } };
}

/** Whether all calls of the one are those the other begins with; what is opened again from memory is the same object. */
function isBeginning(of: Replayed, calls: readonly WaitingCall[], context: Context): boolean {
  const known: Record<string, unknown> = of.context;
  return (
    of.calls.length <= calls.length &&
    of.calls.every(({ mid, input, base }, at) => {
      const call = calls[at];
      return call?.mid === mid && call.input === input && call.base === base;
    }) &&
    Object.entries(context).every(([field, value]) => Object.is(known[field], value))
  );
}

/** What is still to be read before the first of them: one query per entity instead of one per call. */
function askedAtOnce(loaded: LoadedRows, steps: Step[]): Read[] {
  const first = loaded.missing(steps.flatMap(({ of, input, by }) => of.reads(input, by)));
  if (first.length > 0) return first;
  return loaded.missing(steps.flatMap(({ of, input, by }) => of.more(input, loaded.rows, by)));
}

/** Changes the rows by one call after the other, up to one that needs rows that are still to be read. */
function goOn(loaded: LoadedRows, steps: Step[], from: number): { done: number; wanted: Read[] } {
  let done = from;
  for (const { of, input, by } of steps.slice(from)) {
    const wanted = loaded.missing(of.more(input, loaded.rows, by));
    if (wanted.length > 0) return { done, wanted };
    of.apply(loaded.rows, input, by);
    done += 1;
  }
  return { done, wanted: [] };
}
