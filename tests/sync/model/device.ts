import { predict, type Answer, type Disk, type Question, type Stored } from './device-state.ts';
import type { Fault } from './faults.ts';
import type { Change, Cookie, Outcome, Row } from './history.ts';
import type { HydrateReply, PullReply } from './server-state.ts';

/** A pull of several pages; it is gone with the tab. */
type Pulling = { cookie: Cookie; accepted: number[]; outcomes: Outcome[]; more: PullReply['more'] };

/** Stops a crash in the middle of the steps after which each is durable. */
class Crash extends Error {}

const perRequest = 3;

/** The row that contains a call's effect, and from which version on. */
type EffectOf = (mid: number) => { id: string; version: number } | undefined;

/** The device's part of the protocol: mirror, outbox, one question at a time. */
export class Device {
  readonly name: string;
  private readonly fault: Fault | null;
  private readonly effectOf: EffectOf;
  /** Quarters of an hour since the beginning. */
  private readonly quarter: () => number;
  readonly violations: string[] = [];
  readonly made: Stored[] = [];
  private disk: Disk = {
    mirror: { rows: new Map(), cookie: null, page: { after: null, done: false }, acked: [] },
    outbox: { calls: [], nextMid: 1, epoch: null },
  };
  private pulling: Pulling | null = null;
  private awaited: number | null = null;
  private stepsLeft = Number.POSITIVE_INFINITY;

  /** When a call was done here, and when the server was last heard of: what may be forgotten is decided by these. */
  readonly settledAt = new Map<number, number>();
  heardAt = 0;

  constructor(name: string, fault: Fault | null, effectOf: EffectOf, quarter: () => number) {
    this.name = name;
    this.fault = fault;
    this.effectOf = effectOf;
    this.quarter = quarter;
  }

  get rows(): ReadonlyMap<string, Row> {
    return this.disk.mirror.rows;
  }

  get waiting(): readonly Stored[] {
    return this.disk.outbox.calls.filter((call) => call.state !== 'parked' && call.state !== 'kept');
  }

  /** The calls that are shown because the mirror does not have their results. */
  get shown(): readonly number[] {
    const { acked } = this.disk.mirror;
    return this.waiting.map((call) => call.mid).filter((mid) => !acked.includes(mid));
  }

  get parked(): readonly Stored[] {
    return this.disk.outbox.calls.filter((call) => call.state === 'parked');
  }

  get isAsking(): boolean {
    return this.awaited !== null;
  }

  /** What the screen shows: the mirror with the calls that wait replayed over it. */
  view(): Map<string, Row> {
    const rows = structuredClone(this.disk.mirror.rows);
    const shown = new Set(this.shown);
    for (const call of this.disk.outbox.calls) if (shown.has(call.mid)) predict(rows, call.change);
    return rows;
  }

  /** One transaction on the outbox: the number and the call. */
  write(change: Change): void {
    const { outbox } = this.disk;
    const highest = Math.max(0, ...[...this.waiting, ...this.parked].map((call) => call.mid));
    const mid = this.fault === 'numberReused' ? highest + 1 : outbox.nextMid;
    const call: Stored = { mid, change, state: 'waiting' };
    outbox.nextMid = mid + 1;
    outbox.calls.push(call);
    this.made.push(structuredClone(call));
  }

  /** The next question, most urgent first; `id` is what its answer must carry. */
  ask(id: number): Question | null {
    if (this.awaited !== null) return null;
    const question = this.nextQuestion();
    if (question) this.awaited = id;
    return question;
  }

  private nextQuestion(): Question | null {
    if (this.fault === 'keptByTheClock') this.forgetKept();
    const { mirror, outbox } = this.disk;
    if (this.pulling) return { kind: 'pull', cookie: this.pulling.cookie, more: this.pulling.more };
    if (mirror.acked.length > 0) this.settle();
    if (this.fault === 'noDelta' && !mirror.page.done) return { kind: 'hydrate', after: mirror.page.after };
    if (mirror.cookie === null) return { kind: 'cookie' };
    const calls = outbox.calls.filter((call) => call.state === 'waiting').slice(0, perRequest);
    if (calls.length > 0 && !this.isPullDue) {
      this.isPullDue = true;
      const sent = calls.map(({ mid, change }) => structuredClone({ mid, change }));
      if (this.fault === 'removedOnSend') outbox.calls = outbox.calls.filter((call) => !calls.includes(call));
      return { kind: 'push', calls: sent, epoch: outbox.epoch };
    }
    this.isPullDue = false;
    if (!mirror.page.done && !this.mustPull) return { kind: 'hydrate', after: mirror.page.after };
    this.mustPull = false;
    this.pulling = {
      cookie: mirror.cookie,
      accepted: outbox.calls.filter((call) => call.state === 'acked').map((call) => call.mid),
      outcomes: [],
      more: null,
    };
    return { kind: 'pull', cookie: mirror.cookie, more: null };
  }

  private isPullDue = false;
  private mustPull = false;

  /** The network gave up on the question; its answer may still come. */
  giveUp(): void {
    this.awaited = null;
    this.pulling = null;
  }

  /** The tab dies; what was durable stays. */
  crash(): void {
    this.giveUp();
    this.isPullDue = false;
  }

  /** Takes an answer; with `crashAfter` steps made durable, the tab dies. */
  take(id: number, asked: Question, answer: Answer, crashAfter: number | null): void {
    if (this.awaited !== id && this.fault !== 'staleAnswerApplied') return;
    const isStale = this.awaited !== id;
    if (!isStale) this.awaited = null;
    this.stepsLeft = crashAfter ?? Number.POSITIVE_INFINITY;
    try {
      if ('hydrate' in answer) this.storePage(answer.hydrate);
      else if ('push' in answer) this.storeOutcomes(answer.push.outcomes);
      else if (asked.kind === 'cookie') this.storeCookie(answer.pull.cookie);
      else if (isStale) this.step(() => this.storeRows(answer.pull, null));
      else this.storePull(answer.pull);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      this.crash();
    } finally {
      this.stepsLeft = Number.POSITIVE_INFINITY;
    }
  }

  /** One durable transaction. */
  private step(run: () => void): void {
    if (this.stepsLeft <= 0) throw new Crash();
    this.stepsLeft -= 1;
    run();
  }

  private storeCookie(cookie: Cookie): void {
    if (this.disk.mirror.cookie !== null) return;
    this.step(() => this.offerAgain(cookie.epoch));
    this.step(() => {
      const { mirror } = this.disk;
      if (mirror.cookie !== null) return;
      mirror.cookie = cookie;
      if (this.fault !== 'noDelta') mirror.page = { after: null, done: false };
    });
  }

  /** What the server has run may be gone where its history is another one; it answers what it remembers. */
  private offerAgain(epoch: number): void {
    const { outbox } = this.disk;
    const isOther = outbox.epoch !== epoch && this.fault !== 'keptNotOffered';
    for (const call of outbox.calls) {
      if (call.state === 'acked' && this.fault !== 'ackedStaysAcked') call.state = 'waiting';
      if (call.state !== 'kept' || !isOther) continue;
      call.state = 'waiting';
      this.settledAt.delete(call.mid);
    }
    outbox.epoch = epoch;
  }

  private storePage({ put, after, scopes }: HydrateReply): void {
    this.step(() => {
      const { mirror } = this.disk;
      // Rows of other scopes than the cookie's would never be taken back if those scopes came again.
      const isOther = mirror.cookie !== null && mirror.cookie.scopes !== scopes;
      if (isOther && this.fault !== 'pageOfOtherScopes') return void (this.mustPull = true);
      for (const row of put) mirror.rows.set(row.id, row);
      mirror.page = { after, done: after === null };
    });
  }

  private storeOutcomes(outcomes: Outcome[]): void {
    this.step(() => {
      const { outbox } = this.disk;
      for (const { mid, status } of outcomes) {
        const call = outbox.calls.find((each) => each.mid === mid);
        if (call?.state !== 'waiting' && call?.state !== 'acked') continue;
        call.state = status === 'ok' ? 'acked' : 'parked';
        if (call.state === 'parked') this.checkGround(call);
      }
      if (this.fault === 'removedOnAck')
        for (const call of outbox.calls.filter((each) => each.state === 'acked')) this.remove(call.mid);
    });
  }

  private storePull(reply: PullReply): void {
    const { pulling } = this;
    if (!pulling) return;
    if (reply.reset) {
      this.pulling = null;
      return this.step(() => this.reset());
    }
    pulling.outcomes.push(...reply.outcomes);
    const isLast = reply.more === null;
    const done = pulling.outcomes.filter((each) => each.status === 'ok').map((each) => each.mid);
    const complete = isLast ? { cookie: reply.cookie, acked: [...pulling.accepted, ...done] } : null;
    if (this.fault === 'cookieBeforeRows' && complete) this.step(() => (this.disk.mirror.cookie = complete.cookie));
    this.step(() => this.storeRows(reply, complete));
    pulling.more = reply.more;
    if (!isLast) return;
    this.pulling = null;
    this.storeOutcomes(pulling.outcomes.filter((each) => each.status === 'parked'));
    this.settle();
    this.heardAt = this.quarter();
    if (this.fault !== 'keptByTheClock') this.step(() => this.forgetKept());
  }

  /** The server has just shown that it still has their history. */
  private forgetKept(): void {
    const { outbox } = this.disk;
    outbox.calls = outbox.calls.filter(({ state, keptAt = 0 }) => state !== 'kept' || keptAt >= this.quarter());
  }

  /** Nothing may be refused because something that it builds on, and that is held here, was not offered before it. */
  private checkGround({ mid, change }: Stored): void {
    if (change.kind !== 'create' || change.parent === null) return;
    const ground = this.disk.outbox.calls.find(
      (call) => call.change.kind === 'create' && call.change.id === change.parent && call.mid < mid,
    );
    const isHeld = ground?.state === 'waiting' || ground?.state === 'kept';
    if (ground && isHeld && this.effectOf(ground.mid) === undefined)
      this.violations.push(`${this.name}/${mid} was run before what it builds on`);
  }

  private storeRows({ put, leave }: PullReply, complete: { cookie: Cookie; acked: number[] } | null): void {
    const { mirror } = this.disk;
    for (const row of put) mirror.rows.set(row.id, row);
    for (const id of leave) mirror.rows.delete(id);
    if (!complete) return;
    mirror.cookie = complete.cookie;
    mirror.acked = [...new Set([...mirror.acked, ...complete.acked])];
  }

  private settle(): void {
    this.step(() => {
      for (const mid of this.disk.mirror.acked) this.remove(mid);
    });
    this.step(() => (this.disk.mirror.acked = []));
  }

  /** A call that is no longer shown must be in the rows that are. */
  private remove(mid: number): void {
    const { mirror, outbox } = this.disk;
    if (!outbox.calls.some((call) => call.mid === mid)) return;
    for (const call of outbox.calls.filter((each) => each.mid === mid)) Object.assign(call, this.kept());
    this.settledAt.set(mid, this.quarter());
    const effect = this.effectOf(mid);
    const row = effect && mirror.rows.get(effect.id);
    if (effect && row && row.version < effect.version)
      this.violations.push(`${this.name}/${mid} left the screen before its result came`);
  }

  private kept(): Pick<Stored, 'state' | 'keptAt'> {
    return { state: 'kept', keptAt: this.quarter() };
  }

  private reset(): void {
    const { outbox } = this.disk;
    this.disk.mirror = { rows: new Map(), cookie: null, page: { after: null, done: false }, acked: [] };
    if (this.fault === 'resetDropsOutbox') outbox.calls = [];
  }
}
