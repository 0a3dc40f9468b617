import type { ReplyOf } from '#contract/endpoints.ts';
import { openCalls, pulledMids } from '#local/outbox/calls.ts';
import { forgetKept, keepCalls } from '#local/outbox/kept-calls.ts';
import type { Device } from '#local/store/device.ts';
import { keptDays } from '#local/store/kept-days.ts';
import { patientsOverlaid } from '#local/outbox/overlay.ts';
import { chartsToCount } from '../mirror/counted-charts.ts';
import { readCookie, resetMirror, stale, type Engine } from './engine.ts';
import { mirrorBatch, storeIfCurrent } from '../mirror/mirror-batch.ts';
import { sealPages, loadPages } from '../names/name-pages.ts';
import { recordOutcomes } from './outcomes.ts';
import { later } from './sync-state.ts';
import { keepWanted, wantCharts } from '../mirror/wanted-charts.ts';

type Page = ReplyOf<'sync.pull'>;

/** The field that says on which day a row of the calendar is. */
const dayFields: ReadonlyMap<string, string> = new Map([
  ['visits', 'Start'],
  ['nonPatientVisits', 'Start'],
  ['customDays', 'day'],
  ['holidays', 'day'],
]);

/**
 * Brings the mirror up to now: rows, cookie and acked calls in one transaction, the outbox after it. After a
 * reset the device starts anew, and calls already run stay in the outbox and are sent again (`takeCookie`).
 */
export async function pull(engine: Engine): Promise<'reset' | undefined> {
  const { device, server, board } = engine;
  const cookie = await readCookie(engine);
  if (cookie === null) return undefined;
  // What the server said yes to before we asked is in the snapshot we are about to get, unless that was shortened.
  let accepted = await midsIn(device, 'acked');
  const outcomes: Page['outcomes'] = [];
  let more: string | null = null;
  let isOfCalendar = false;
  let isFar = false;
  do {
    const page: Page = await server.call('sync.pull', { device: device.DeviceId as never, cookie, more });
    if (page.reset) {
      await resetMirror(engine);
      return 'reset';
    }
    if (page.isShortened) accepted = [];
    outcomes.push(...(await ownOf(device, page.outcomes)));
    const done = outcomes.flatMap((outcome) => (outcome.status === 'ok' ? [outcome.mid] : []));
    if ((await storePage(engine, cookie, page, [...accepted, ...done])) === stale) return undefined;
    isOfCalendar ||= [...page.put, ...page.leave].some(({ entity }) => dayFields.has(entity));
    isFar ||= isOfFarDays(page);
    more = page.more;
  } while (more !== null);
  await recordOutcomes(
    engine,
    device.DeviceId,
    outcomes.filter((outcome) => outcome.status === 'parked'),
  );
  await settleOutbox(engine);
  await forgetNowAndThen(device);
  const { calendarChangedAt, farDaysChangedAt } = board.read();
  board.set({
    lastSyncAt: Date.now(),
    ...(isOfCalendar && { calendarChangedAt: later(calendarChangedAt) }),
    ...(isFar && { farDaysChangedAt: later(farDaysChangedAt) }),
  });
  return undefined;
}

/** Whether it changes days that this device does not hold; of what is gone it does not say which day that was. */
function isOfFarDays({ put, leave }: Page): boolean {
  if (leave.some(({ entity }) => dayFields.has(entity))) return true;
  const { from, to } = keptDays();
  return put.some(({ entity, rows }) => {
    const field = dayFields.get(entity);
    if (field === undefined) return false;
    const days = rows.map((row) => String(row[field]).slice(0, 10));
    return days.some((day) => day < from || day > to);
  });
}

async function storePage(
  engine: Engine,
  cookie: string,
  page: Page,
  mids: number[],
): Promise<typeof stale | undefined> {
  const { device, names } = engine;
  const own = new Set((await patientsOverlaid(device)).map(([PatientId]) => PatientId));
  const gone = page.leave.map(({ entity, key }) => ({ entity, keys: [key] }));
  const batch = await mirrorBatch(device, page.put, { everything: false, own }, gone);
  const toCount = await chartsToCount(device, page.put);
  const pages = new Set([...names.put(page.names), ...names.remove(page.leaveNames)]);
  const sealed = await sealPages(device, names, pages);
  const known = await pulledMids(device);
  const written = await storeIfCurrent(engine, cookie, batch, async () => {
    const { mirror } = device;
    await mirror.charts.bulkDelete(page.leave.flatMap(({ entity, key }) => (entity === 'patients' ? [key] : [])));
    await mirror.namePages.bulkPut(sealed);
    await keepWanted(device, toCount);
    if (page.more !== null) return;
    await mirror.kv.put({ key: 'acked', value: [...new Set([...known, ...mids])] });
    await mirror.kv.bulkPut([
      { key: 'cookie', value: page.cookie },
      { key: 'scopes', value: page.scopes },
      { key: 'syncedAt', value: Date.now() },
      { key: 'syncMark', value: crypto.randomUUID() },
    ]);
  });
  if (written === stale) {
    await loadPages(device, names);
    return stale;
  }
  wantCharts(engine, [...batch.strangers, ...toCount]);
  if (pages.size > 0) device.channel.tell({ kind: 'names', pages: [...pages] });
  return undefined;
}

/** Takes calls whose results the mirror holds out of the outbox; done again at start after a crash. */
export async function settleOutbox({ device, board }: Engine): Promise<void> {
  const mids = [...(await pulledMids(device))];
  if (mids.length === 0) return;
  await keepCalls(device, mids, Date.now());
  await device.mirror.kv.put({ key: 'acked', value: [] });
  device.channel.tell({ kind: 'outbox' });
  await board.recount();
}

const lookedAt = new WeakMap<Device, number>();
const lookMs = 60_000;

async function forgetNowAndThen(device: Device): Promise<void> {
  const now = Date.now();
  if (Math.abs(now - (lookedAt.get(device) ?? 0)) < lookMs) return;
  lookedAt.set(device, now);
  await forgetKept(device, now);
}

/**
 * What was decided of this copy's own calls. Where the data of a device was copied, or an older state of it put back,
 * another call may have gone under the number of one that waits here; the next push finds that out.
 */
async function ownOf(device: Device, outcomes: Page['outcomes']): Promise<Page['outcomes']> {
  const stored = await device.outbox.calls.bulkGet(outcomes.map((outcome) => outcome.mid));
  const calls = await openCalls(
    device,
    stored.filter((call) => call !== undefined),
  );
  const madeAt = new Map(calls.map((call) => [call.mid, call.madeAt]));
  return outcomes.filter((outcome) => madeAt.get(outcome.mid) === outcome.madeAt);
}

async function midsIn(device: Device, state: string): Promise<number[]> {
  return device.outbox.calls.where('state').equals(state).primaryKeys();
}
