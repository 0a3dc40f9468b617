import { AppError } from '#contract/base/errors.ts';
import type { EndpointName, InputOf, ReplyOf } from '#contract/endpoints.ts';
import type { EntityName } from '#contract/entities.ts';
import type { Outcome } from '#contract/sync/endpoints.ts';
import type { ServerCalls } from '../sync/server-calls.ts';
import { changesIn, chartOf, noChanges, pageOf, type Logged } from './clinic-replies.ts';
import { bucketsIn, emptyTables, keyIn, sumsIn, type Row } from './clinic-rows.ts';

type Answers = { [N in EndpointName]?: (input: InputOf<N>) => ReplyOf<N> | Promise<ReplyOf<N>> };

type Headers = Record<string, string>;

/** The other side of the protocol in memory: a history of changes, and devices that ask what is new in it. */
export function clinic() {
  const table = emptyTables();
  const history: Logged[] = [];
  const outcomes = new Map<string, { outcome: Outcome; madeAt: string }>();
  const asked: EndpointName[] = [];
  let epoch = 1;
  /** In which history the last call said its device is. */
  let named: string | undefined;

  const self = {
    asked,
    /** How often each call took effect. */
    applied: [] as string[],
    /** What the user may see, as a short name. */
    scopes: 'all',
    /** Decides on a call; throws to refuse it for good. */
    command: (_name: string, _input: Row): void => undefined,
    /** Set to stand in for the answer to some calls. */
    answers: {} as Answers,
    save(entity: EntityName, ...rows: Row[]) {
      for (const row of rows) {
        table(entity).set(keyIn(entity, row), row);
        history.push({ entity, key: keyIn(entity, row) });
      }
    },
    remove(entity: EntityName, key: string) {
      table(entity).delete(key);
      history.push({ entity, key });
    },
    row: (entity: EntityName, key: string) => table(entity).get(key),
    keys: (entity: EntityName) => [...table(entity).keys()],
    restoreBackup: () => void (epoch += 1),
    /** The backup is older than what was decided since. */
    forgetOutcomes: () => outcomes.clear(),
    server: { call } as ServerCalls,
  };

  async function call<N extends EndpointName>(name: N, input: InputOf<N>, more: Headers = {}): Promise<ReplyOf<N>> {
    asked.push(name);
    named = more['X-Sync-Epoch'];
    const own = self.answers[name] as ((input: InputOf<N>) => ReplyOf<N> | Promise<ReplyOf<N>>) | undefined;
    const answer = own ? await own(input) : reply(name, input as never);
    // As over a network: nothing is shared with the device.
    return structuredClone(answer) as ReplyOf<N>;
  }

  function reply(name: EndpointName, input: never): unknown {
    if (name === 'sync.pull') return pull(input);
    if (name === 'sync.push') return push(input);
    if (name === 'sync.hydrate') return hydrate(input);
    if (name === 'sync.chart') return chart(input);
    if (name === 'sync.compare') return compare(input);
    if (name === 'sync.repair') return { put: [bucketsIn(table, input)], scopes: self.scopes };
    if (name === 'session.setup')
      return { currentUser: { EmployeeId: null, Preferences: {} }, website: {}, cptDescriptions: [] };
    throw new AppError('not-found', `${name} is not part of this test.`);
  }

  function pull({ device, cookie }: InputOf<'sync.pull'>): ReplyOf<'sync.pull'> {
    const empty = {
      reset: false,
      ...noChanges,
      cookie: `${epoch}:${history.length}`,
      scopes: self.scopes,
      epoch: String(epoch),
      isShortened: false,
      more: null,
    };
    if (cookie === null) return empty;
    const [asEpoch, from] = cookie.split(':').map(Number);
    if (asEpoch !== epoch) return { ...empty, reset: true };
    return { ...empty, ...changesIn(table, history.slice(from), device) };
  }

  function push({ device, entries }: InputOf<'sync.push'>): ReplyOf<'sync.push'> {
    if (named !== undefined && named !== String(epoch))
      return { outcomes: [], retryFrom: entries[0]?.mid ?? null, isOtherHistory: true };
    const knownOf = ({ mid }: { mid: number }) => outcomes.get(`${device} ${mid}`);
    const known = entries.flatMap((entry) => {
      const one = knownOf(entry);
      return one ? [{ ...one, isSame: one.madeAt === entry.madeAt }] : [];
    });
    if (known.some(({ isSame }) => !isSame))
      return {
        outcomes: known.filter(({ isSame }) => isSame).map(({ outcome }) => outcome),
        retryFrom: null,
        isCopy: true,
      };
    const decided = entries.map((entry): Outcome => {
      const known = knownOf(entry);
      if (known) return known.outcome;
      const outcome = outcomeOf(entry.mid, () => {
        self.command(entry.name, entry.input);
        self.applied.push(`${device} ${entry.mid}`);
      });
      outcomes.set(`${device} ${entry.mid}`, { outcome, madeAt: entry.madeAt });
      history.push({ device, outcome: { ...outcome, madeAt: entry.madeAt } });
      return outcome;
    });
    return { outcomes: decided, retryFrom: null };
  }

  function hydrate(input: InputOf<'sync.hydrate'>): ReplyOf<'sync.hydrate'> {
    const day = input.day ?? new Date().toISOString().slice(0, 10);
    return { ...pageOf(table, input), scopes: self.scopes, day };
  }

  function chart({ id }: InputOf<'sync.chart'>): ReplyOf<'sync.chart'> {
    if (!table('patients').has(id)) throw new AppError('not-found', 'This patient was not found.');
    return { put: chartOf(table, id), scopes: self.scopes };
  }

  function compare({ cookie, set }: InputOf<'sync.compare'>): ReplyOf<'sync.compare'> {
    const isMoved = cookie !== `${epoch}:${history.length}`;
    return { moved: isMoved, sums: isMoved ? [] : sumsIn(table, set) };
  }

  return self;
}

function outcomeOf(mid: number, run: () => void): Outcome {
  try {
    run();
    return { mid, status: 'ok', kind: null, reason: null, current: null };
  } catch (error) {
    const { kind, message, current } = error as AppError;
    return { mid, status: 'parked', kind, reason: message, current: current ?? null };
  }
}
