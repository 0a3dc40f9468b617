import { differs } from './at-rest.ts';
import type { Command } from './commands.ts';
import { Device } from './device.ts';
import { mayCreateIn, type Answer, type Question } from './device-state.ts';
import type { Fault } from './faults.ts';
import type { Row, Scope } from './history.ts';
import { Server } from './server.ts';
import type { PushReply } from './server-state.ts';

type Letter = { id: number; device: Device; question: Question };
type Reply = Letter & { answer: Answer };

const choices: readonly (readonly Scope[])[] = [['A'], ['A', 'B'], ['B', 'C'], ['A', 'B', 'C']];

/** Three devices and a server, driven by a list of commands; then the network heals. What went wrong, or null. */
export function play(list: readonly Command[], fault: Fault | null): string | null {
  return new World(fault).run(list);
}

class World {
  private readonly fault: Fault | null;
  private readonly server: Server;
  private readonly devices: Device[];
  private readonly scopes = new Map<string, readonly Scope[]>();
  private letters: Letter[] = [];
  private replies: Reply[] = [];
  /** Answers of requests whose transaction is still open, by its number. */
  private held: { xid: number; letter: Letter; reply: () => PushReply; isAnswered: boolean }[] = [];
  private count = 0;
  private quarters = 0;
  /** Calls that a restored backup took back after the device had heard of the server a quarter of an hour later. */
  private readonly forgotten = new Set<string>();

  constructor(fault: Fault | null) {
    this.fault = fault;
    this.server = new Server(fault);
    this.devices = ['x', 'y', 'z'].map(
      (name) =>
        new Device(
          name,
          fault,
          (mid) => this.server.effectVersion.get(`${name}/${mid}`),
          () => this.quarters,
        ),
    );
    for (const { name } of this.devices) this.scopes.set(name, ['A', 'B']);
  }

  run(list: readonly Command[]): string | null {
    for (const command of list) {
      this.obey(command);
      const wrong = this.violation();
      if (wrong) return `${wrong} (after ${command.kind})`;
    }
    return this.heal() ?? this.violation() ?? this.differs();
  }

  private violation(): string | undefined {
    return this.server.violations[0] ?? this.devices.flatMap((device) => device.violations)[0];
  }

  private scopesOf(device: Device): readonly Scope[] {
    return this.scopes.get(device.name) ?? [];
  }

  private obey({ kind, device: at, a, b }: Command): void {
    const device = this.devices[at % this.devices.length];
    if (!device) return;
    const shown = [...device.view().values()];
    const row = pick(shown, a);
    if (kind === 'create') this.create(device, a, b, null);
    if (kind === 'createBelow' && row) this.create(device, a, b, row.id);
    if (kind === 'editNote' && row) edit(device, row, 'note', `${device.name} ${this.count++}`);
    if (kind === 'editPhone' && row) edit(device, row, 'phone', `${device.name} ${this.count++}`);
    if (kind === 'append' && row) device.write({ kind: 'append', id: row.id });
    if (kind === 'move' && row && row.stamp > 0) device.write({ kind: 'move', id: row.id, stamp: row.stamp });
    if (kind === 'refused' && row) device.write({ kind: 'refused', id: row.id });
    if (kind === 'ask') this.ask(device);
    if (kind === 'serve' || kind === 'serveSlowly') this.serve(a, b, kind === 'serveSlowly');
    if (kind === 'answer' || kind === 'answerThenCrash') this.answer(a, kind === 'answer' ? null : b % 4);
    if (kind === 'lose') this.lose(a, b);
    if (kind === 'giveUp') device.giveUp();
    if (kind === 'sync') this.sync(device, 1 + (a % 8));
    if (kind === 'crashTab') device.crash();
    if (kind.startsWith('foreign')) this.foreign(kind, a, b);
    if (kind === 'commit') this.commit(a);
    if (kind === 'crashServer') this.crashServer();
    if (kind === 'backup') this.server.saveBackup();
    if (kind === 'restore') this.restore();
    if (kind === 'quarter') this.quarters += 1;
    if (kind === 'scopes') this.scopes.set(device.name, choices[b % choices.length] ?? ['A']);
  }

  private create(device: Device, a: number, b: number, parent: string | null): void {
    const scope = mayCreateIn(this.scopesOf(device), b);
    const id = `${String(a % 10)}${device.name}${this.count++}`;
    device.write({ kind: 'create', id, scope, parent, note: `first ${b}` });
  }

  private ask(device: Device): void {
    const id = this.count++;
    const question = device.ask(id);
    if (question) this.letters.push({ id, device, question });
  }

  /** A while with a good connection. */
  private sync(device: Device, rounds: number): void {
    for (let round = 0; round < rounds; round += 1) {
      this.ask(device);
      const letter = this.letters.findLast((each) => each.device === device);
      if (!letter) return;
      const before = this.replies.length;
      this.serveOne(letter, { isDoubled: false, isSlow: false, failsAt: null });
      const reply = this.replies[before];
      if (!reply) return;
      this.replies = this.replies.filter((each) => each !== reply);
      reply.device.take(reply.id, reply.question, reply.answer, null);
    }
  }

  /** The server takes a request; now and then it comes twice, or one of its calls cannot run just now. */
  private serve(a: number, b: number, isSlow: boolean): void {
    const letter = pick(this.letters, a);
    if (letter) this.serveOne(letter, { isDoubled: b % 6 === 0, isSlow, failsAt: b % 7 === 0 ? b % 3 : null });
  }

  private serveOne(
    letter: Letter,
    { isDoubled, isSlow, failsAt }: { isDoubled: boolean; isSlow: boolean; failsAt: number | null },
  ): void {
    const taken = () => {
      if (!isDoubled) this.letters = this.letters.filter((each) => each !== letter);
    };
    if (letter.question.kind !== 'push') {
      taken();
      this.replies.push({ ...letter, answer: this.look(letter) });
      return;
    }
    const { calls, epoch } = letter.question;
    const pushed = this.server.push(letter.device.name, this.scopesOf(letter.device), calls, failsAt, epoch);
    if (pushed === 'busy') return;
    taken();
    const held = { ...pushed, letter, isAnswered: false };
    this.held.push(held);
    if (this.fault === 'ackBeforeCommit') this.reply(held);
    if (!isSlow) this.finish(held);
  }

  private look({ device, question }: Letter): Answer {
    const scopes = this.scopesOf(device);
    if (question.kind === 'hydrate') return { hydrate: this.server.hydrate(scopes, question.after) };
    if (question.kind === 'pull')
      return { pull: this.server.pull(device.name, scopes, question.cookie, question.more) };
    return { pull: this.server.pull(device.name, scopes, null, null) };
  }

  private finish(held: World['held'][number]): void {
    this.held = this.held.filter((each) => each !== held);
    if (this.server.commit(held.xid)) this.reply(held);
  }

  private reply(held: World['held'][number]): void {
    if (held.isAnswered) return;
    held.isAnswered = true;
    this.replies.push({ ...held.letter, answer: { push: structuredClone(held.reply()) } });
  }

  private answer(a: number, crashAfter: number | null): void {
    const reply = pick(this.replies, a);
    if (!reply) return;
    this.replies = this.replies.filter((each) => each !== reply);
    reply.device.take(reply.id, reply.question, reply.answer, crashAfter);
  }

  private lose(a: number, b: number): void {
    if (b % 2 === 0) this.letters = this.letters.filter((each) => each !== pick(this.letters, a));
    else this.replies = this.replies.filter((each) => each !== pick(this.replies, a));
  }

  private foreign(kind: Command['kind'], a: number, b: number): void {
    const row = pick([...this.server.rows.values()], a);
    if (!row) return;
    const xid = this.server.begin(null);
    const value = `clinic ${this.count++}`;
    if (kind === 'foreignNote') this.server.foreign(xid, row.id, 'note', value);
    if (kind === 'foreignPhone' || kind === 'foreignSlowly') this.server.foreign(xid, row.id, 'phone', value);
    if (kind === 'foreignMove') this.server.foreign(xid, row.id, 'move', value);
    if (kind === 'foreignDelete') this.server.foreign(xid, row.id, 'delete', value);
    if (kind === 'foreignScope') this.server.foreign(xid, row.id, { to: mayCreateIn(['A', 'B', 'C'], b) }, value);
    if (kind !== 'foreignSlowly') this.server.commit(xid);
  }

  private commit(a: number): void {
    const xid = pick(this.server.open, a);
    if (xid === undefined) return;
    const held = this.held.find((each) => each.xid === xid);
    if (held) this.finish(held);
    else this.server.commit(xid);
  }

  private crashServer(): void {
    this.server.crash();
    this.held = [];
  }

  /** The server comes back as it was when the backup was made; who was connected is not any more. */
  private restore(): void {
    const before = new Set(this.server.effects.keys());
    this.server.restoreBackup();
    this.held = [];
    this.letters = [];
    this.replies = [];
    for (const device of this.devices) {
      for (const [mid, settledAt] of device.settledAt) {
        const key = `${device.name}/${mid}`;
        const isLost = before.has(key) && !this.server.effects.has(key);
        if (isLost && device.heardAt > settledAt) this.forgotten.add(key);
      }
    }
  }

  /** The network is there, nothing crashes: everything must come to rest. */
  private heal(): string | null {
    for (const xid of this.server.open) if (!this.held.some((each) => each.xid === xid)) this.server.commit(xid);
    for (const held of this.held.splice(0)) this.finish(held);
    this.letters = [];
    this.replies = [];
    for (const device of this.devices) device.giveUp();
    for (let round = 0; round < 400; round += 1) {
      for (const device of this.devices) this.ask(device);
      for (const letter of this.letters.splice(0)) {
        if (letter.question.kind !== 'push') this.replies.push({ ...letter, answer: this.look(letter) });
        else {
          const pushed = this.server.push(
            letter.device.name,
            this.scopesOf(letter.device),
            letter.question.calls,
            null,
            letter.question.epoch,
          );
          if (pushed !== 'busy') this.finish({ ...pushed, letter, isAnswered: false });
        }
      }
      for (const xid of this.server.open) this.server.commit(xid);
      for (const reply of this.replies.splice(0)) reply.device.take(reply.id, reply.question, reply.answer, null);
      if (round > 30 && round % 10 === 0 && this.isQuiet()) return null;
    }
    const stuck = this.devices.find((device) => device.waiting.length > 0);
    return stuck ? `the outbox of ${stuck.name} never drains` : null;
  }

  private differs(): string | null {
    const { server, devices, forgotten } = this;
    return differs({ server, devices, forgotten, scopesOf: (device) => this.scopesOf(device) });
  }

  private isQuiet(): boolean {
    return this.devices.every((device) => device.waiting.length === 0) && this.differs() === null;
  }
}

function edit(device: Device, row: Row, field: 'note' | 'phone', value: string): void {
  device.write({ kind: 'edit', id: row.id, field, value, base: row.fields[field], seen: { ...row.fields } });
}

function pick<T>(from: readonly T[], at: number): T | undefined {
  return from[at % Math.max(1, from.length)];
}
