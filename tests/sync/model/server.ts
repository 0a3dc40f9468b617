import type { Fault } from './faults.ts';
import {
  fieldNames,
  type Call,
  type Change,
  type Cookie,
  type Field,
  type Row,
  type Scope,
  type Snapshot,
} from './history.ts';
import { pulled } from './server-pull.ts';
import { isSound } from './sound-calls.ts';
import {
  pageSize,
  type HydrateReply,
  type PullReply,
  type PushReply,
  type State,
  type StoredOutcome,
  type Transaction,
} from './server-state.ts';

/** The server's part of the protocol: rows, change log and outcomes under PostgreSQL's rules of visibility. */
export class Server {
  private readonly fault: Fault | null;
  readonly violations: string[] = [];
  /** How often each call took effect, by `device/mid`. */
  readonly effects = new Map<string, number>();
  /** The version of a row that first contains a call. */
  readonly effectVersion = new Map<string, { id: string; version: number }>();
  private state: State = { rows: new Map(), log: [], outcomes: [] };
  private backup: State = structuredClone(this.state);
  private readonly running = new Map<number, Transaction>();
  private nextXid = 1;
  private sequence = 0;
  private clock = 0;
  private epoch = 1;
  private hasForgotten = false;
  private boot = 1;
  /** Who wrote a field or moved a row last: a device's name, or `clinic`. */
  private readonly writers = new Map<string, string>();
  /** Every text that was in force at some time. */
  private readonly written = new Set<string>();

  constructor(fault: Fault | null) {
    this.fault = fault;
  }

  get rows(): ReadonlyMap<string, Row> {
    return this.state.rows;
  }

  get open(): readonly number[] {
    return [...this.running.keys()];
  }

  begin(device: string | null): number {
    this.clock += 1;
    const xid = this.nextXid++;
    this.running.set(xid, { xid, at: this.clock, sequence: (this.sequence += 10), device, work: [] });
    return xid;
  }

  /** False when the transaction went with a crash. */
  commit(xid: number): boolean {
    const transaction = this.running.get(xid);
    if (!transaction) return false;
    for (const run of transaction.work) run();
    this.running.delete(xid);
    return true;
  }

  /** Power cut: what was not committed is gone, and its numbers are given again. */
  crash(): void {
    this.running.clear();
    const committed = [...this.state.log, ...this.state.outcomes].map((entry) => entry.xid);
    this.nextXid = Math.max(0, ...committed) + 1;
    this.boot += 1;
  }

  saveBackup(): void {
    this.backup = structuredClone(this.state);
  }

  restoreBackup(): void {
    this.crash();
    this.state = structuredClone(this.backup);
    this.nextXid = Math.max(0, ...[...this.state.log, ...this.state.outcomes].map((entry) => entry.xid)) + 1;
    if (this.fault !== 'restoreIgnored') this.epoch += 1;
    this.hasForgotten = true;
    for (const key of this.effects.keys()) {
      if (this.isRemembered(key)) continue;
      this.effects.delete(key);
      this.effectVersion.delete(key);
    }
  }

  private isRemembered(key: string): boolean {
    return this.state.outcomes.some((each) => each.status === 'ok' && `${each.device}/${each.mid}` === key);
  }

  /** Somebody else's work: an import, a biller, another clinic's screen. */
  foreign(xid: number, id: string, change: 'phone' | 'note' | 'move' | 'delete' | { to: Scope }, value: string): void {
    this.stage(xid, () => {
      const row = this.state.rows.get(id);
      if (!row) return;
      const hasChildren = [...this.state.rows.values()].some((each) => each.parent === id);
      if (change === 'delete') return hasChildren ? undefined : this.write(xid, id, null);
      if (typeof change === 'object') return this.write(xid, id, { ...row, scope: change.to });
      if (change === 'move') {
        this.writers.set(`${id}.stage`, 'clinic');
        return this.write(xid, id, { ...row, stamp: this.stampNow() });
      }
      this.writers.set(`${id}.${change}`, 'clinic');
      this.written.add(`${id} ${value}`);
      return this.write(xid, id, { ...row, fields: { ...row.fields, [change]: value } });
    });
  }

  private stage(xid: number, work: () => void): void {
    this.running.get(xid)?.work.push(work);
  }

  private write(xid: number, id: string, row: Omit<Row, 'version'> | null): void {
    const before = this.state.rows.get(id);
    const { sequence, at } = this.running.get(xid) ?? { sequence: 0, at: 0 };
    if (row) this.state.rows.set(id, { ...row, version: (before?.version ?? 0) + 1 });
    else this.state.rows.delete(id);
    this.state.log.push({ xid, sequence: sequence + 1, at, id, from: before?.scope ?? null, to: row?.scope ?? null });
  }

  private stampNow(): number {
    return (this.clock += 1);
  }

  /** Runs the calls of one request in one transaction; its reply exists once it has committed. */
  push(
    device: string,
    scopes: readonly Scope[],
    calls: Call[],
    failsAt: number | null,
    epoch: number | null,
  ): { xid: number; reply: () => PushReply } | 'busy' {
    const isBusy = [...this.running.values()].some((transaction) => transaction.device === device);
    if (isBusy && this.fault !== 'noDeviceLock') return 'busy';
    const xid = this.begin(device);
    const reply: PushReply = { outcomes: [], again: false };
    // It has to take up the new history first, and what it kept goes before what it made since.
    const isOther = epoch !== null && epoch !== this.epoch && this.fault !== 'pushedToOtherHistory';
    if (isOther) return { xid, reply: () => ({ outcomes: [], again: true }) };
    const known = new Map(this.outcomesOf(device).map((each) => [each.mid, each]));
    for (const [at, call] of calls.entries()) {
      const before = this.fault === 'noIdempotency' ? undefined : known.get(call.mid);
      if (before) {
        reply.outcomes.push({ mid: call.mid, status: before.status });
        continue;
      }
      if (at === failsAt) {
        if (this.fault !== 'transientParked') {
          reply.again = true;
          break;
        }
        this.stage(xid, () => this.decide(xid, device, scopes, call, reply, () => 'refused'));
        continue;
      }
      if (this.fault === 'poisonBlocks' && call.change.kind === 'refused') {
        reply.again = true;
        break;
      }
      this.stage(xid, () => this.decide(xid, device, scopes, call, reply, () => this.run(xid, device, scopes, call)));
    }
    if (this.fault === 'ackBeforeCommit')
      return { xid, reply: () => ({ again: false, outcomes: calls.map(({ mid }) => ({ mid, status: 'ok' })) }) };
    return { xid, reply: () => reply };
  }

  private decide(
    xid: number,
    device: string,
    scopes: readonly Scope[],
    call: Call,
    reply: PushReply,
    run: () => Verdict,
  ): void {
    const isSound = this.isSound(device, scopes, call.change);
    const verdict = run();
    const status = verdict === 'refused' ? 'parked' : 'ok';
    if (isSound && status === 'parked')
      this.violations.push(`a sound call was refused: ${device}/${call.mid} ${call.change.kind}`);
    const stamps = typeof verdict === 'object' ? verdict : null;
    const remember = (as: number) =>
      this.state.outcomes.push({ xid: as, at: this.clock, device, mid: call.mid, status, stamps });
    if (this.fault === 'outcomeApart') {
      const later = this.begin(null);
      this.stage(later, () => remember(later));
    } else remember(xid);
    reply.outcomes.push({ mid: call.mid, status });
  }

  private run(xid: number, device: string, scopes: readonly Scope[], { mid, change }: Call): Verdict {
    const row = this.state.rows.get(change.id);
    const isSeen = row !== undefined && scopes.includes(row.scope);
    const done = (next: Omit<Row, 'version'>): void => {
      this.write(xid, change.id, next);
      const key = `${device}/${mid}`;
      this.effects.set(key, (this.effects.get(key) ?? 0) + 1);
      this.effectVersion.set(key, { id: change.id, version: this.state.rows.get(change.id)?.version ?? 0 });
    };
    if (change.kind === 'refused') return 'refused';
    if (change.kind === 'create') {
      if (row || !scopes.includes(change.scope)) return 'refused';
      const isParentGone = change.parent !== null && !this.state.rows.has(change.parent);
      if (isParentGone && this.fault !== 'dependantsGoOn') return 'refused';
      const { id, scope, parent, note } = change;
      this.written.add(`${id} ${note}`);
      done({ id, scope, parent, fields: { phone: '', note }, entries: 0, stamp: this.stampNow() });
      return 'ok';
    }
    if (!row || !isSeen) return 'refused';
    if (change.kind === 'append') done({ ...row, entries: row.entries + 1 });
    if (change.kind === 'edit') return this.edit(device, row, change, done);
    if (change.kind === 'move') return this.move(device, row, change, done);
    return 'ok';
  }

  private edit(device: string, row: Row, change: Change & { kind: 'edit' }, done: (next: Row) => void): Verdict {
    const { field, value, base, seen } = change;
    const now = row.fields[field];
    const isConflict = field === 'note' && now !== base && now !== value;
    if (isConflict && this.fault !== 'noConflict') return 'refused';
    if (isConflict) this.violations.push(`the text of ${row.id} was overwritten unseen`);
    const fields: Record<Field, string> = { ...(this.fault === 'wholeRow' ? seen : row.fields), [field]: value };
    for (const other of fieldNames)
      if (other !== field && fields[other] !== row.fields[other])
        this.violations.push(`${other} of ${row.id} was overwritten by an edit of ${field}`);
    this.writers.set(`${row.id}.${field}`, device);
    this.written.add(`${row.id} ${value}`);
    done({ ...row, fields });
    return 'ok';
  }

  private move(device: string, row: Row, change: Change & { kind: 'move' }, done: (next: Row) => void): Verdict {
    const stamp = this.fault === 'stampNotFollowed' ? change.stamp : this.followed(device, change.stamp);
    if (stamp !== row.stamp) return 'refused';
    const to = this.stampNow();
    this.writers.set(`${row.id}.stage`, device);
    done({ ...row, stamp: to });
    return { from: row.stamp, to };
  }

  private isSound(device: string, scopes: readonly Scope[], change: Change): boolean {
    const { rows } = this.state;
    // What was made on rows that a restore took back may be refused.
    return (
      !this.hasForgotten && isSound({ rows, writers: this.writers, written: this.written }, device, scopes, change)
    );
  }

  /** The stamp the device's own earlier moves made of the one it knows. */
  private followed(device: string, stamp: number): number {
    const next = this.outcomesOf(device).find((each) => each.stamps?.from === stamp)?.stamps?.to;
    return next === undefined ? stamp : this.followed(device, next);
  }

  private outcomesOf(device: string): StoredOutcome[] {
    return this.state.outcomes.filter((each) => each.device === device);
  }

  private snapshot(): Snapshot {
    return { xmax: this.nextXid, running: [...this.running.keys()] };
  }

  private cookieNow(scopes: readonly Scope[]): Cookie {
    const sequence = Math.max(0, ...this.state.log.map((entry) => entry.sequence));
    const { epoch, boot, clock: at } = this;
    return { snapshot: this.snapshot(), sequence, epoch, boot, at, scopes: scopes.join() };
  }

  pull(device: string, scopes: readonly Scope[], cookie: Cookie | null, more: PullReply['more']): PullReply {
    const { fault, state } = this;
    const outcomes = this.outcomesOf(device);
    return pulled({ fault, state, outcomes, here: this.cookieNow(scopes), scopes, cookie, more });
  }

  /** One page of what a device begins with, in key order. */
  hydrate(scopes: readonly Scope[], after: string | null): HydrateReply {
    const rows = [...this.state.rows.values()]
      .filter((row) => scopes.includes(row.scope) && row.id > (after ?? ''))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const put = structuredClone(rows.slice(0, pageSize));
    return { put, after: rows.length > pageSize ? (put.at(-1)?.id ?? null) : null, scopes: scopes.join() };
  }
}

/** With stamps: a move that ran. */
type Verdict = 'ok' | 'refused' | { from: number; to: number };
