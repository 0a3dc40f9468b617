import { AppError } from '#contract/base/errors.ts';
import type { EndpointName, InputOf, ReplyOf } from '#contract/endpoints.ts';
import { entities, entityNames, type EntityName } from '#contract/entities.ts';
import type { Outcome, PulledOutcome, Put, RowSet } from '#contract/sync/endpoints.ts';
import {
  bucketOf,
  clinicEntities,
  dayEntities,
  patientEntities,
  sumsOf,
  visitEntities,
} from '#contract/sync/sameness.ts';
import { PatientName } from '#contract/patients/patient.ts';
import type { ServerCalls } from '../sync/server-calls.ts';

type Row = Record<string, unknown>;
type Answers = { [N in EndpointName]?: (input: InputOf<N>) => ReplyOf<N> | Promise<ReplyOf<N>> };
type Logged = { entity: EntityName; key: string } | { device: string; outcome: PulledOutcome };

const putOf = (entity: EntityName, rows: Row[]): Put => ({ entity, rows, versions: rows.map(versionOf) });

/** Two multipliers over the text of a row: enough to tell rows of a test apart. */
function versionOf(row: Row): string {
  let hash = 7n;
  for (const letter of JSON.stringify(row))
    hash = BigInt.asIntN(64, hash * 1_099_511_628_211n + BigInt(letter.charCodeAt(0)));
  return String(hash);
}

/** The other side of the protocol in memory: a history of changes, and devices that ask what is new in it. */
export function clinic() {
  const tables = new Map<EntityName, Map<string, Row>>(entityNames.map((entity) => [entity, new Map()]));
  const history: Logged[] = [];
  const outcomes = new Map<string, { outcome: Outcome; madeAt: string }>();
  const asked: EndpointName[] = [];
  let epoch = 1;
  const table = (entity: EntityName) => tables.get(entity) ?? new Map<string, Row>();
  const keyIn = (entity: EntityName, row: Row) => String(row[entities[entity].key]);

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

  async function call<N extends EndpointName>(name: N, input: InputOf<N>): Promise<ReplyOf<N>> {
    asked.push(name);
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
    if (name === 'sync.repair') return repair(input);
    if (name === 'session.setup')
      return { currentUser: { EmployeeId: null, Preferences: {} }, website: {}, cptDescriptions: [] };
    throw new AppError('not-found', `${name} is not part of this test.`);
  }

  function pull({ device, cookie }: InputOf<'sync.pull'>): ReplyOf<'sync.pull'> {
    const empty = {
      reset: false,
      put: [],
      leave: [],
      names: [],
      leaveNames: [],
      outcomes: [],
      cookie: `${epoch}:${history.length}`,
      scopes: self.scopes,
      isShortened: false,
      more: null,
    };
    if (cookie === null) return empty;
    const [asEpoch, from] = cookie.split(':').map(Number);
    if (asEpoch !== epoch) return { ...empty, reset: true };
    const news = history.slice(from);
    const changed = [
      ...new Map(news.flatMap((one) => ('entity' in one ? [[`${one.entity} ${one.key}`, one] as const] : []))).values(),
    ];
    const here = changed.filter(({ entity, key }) => table(entity).has(key));
    return {
      ...empty,
      put: here.map(({ entity, key }) => putOf(entity, [table(entity).get(key) ?? {}])),
      leave: changed.filter(({ entity, key }) => !table(entity).has(key)),
      names: here.flatMap(({ entity, key }) =>
        entity === 'patients' ? [PatientName.parse(table(entity).get(key))] : [],
      ),
      leaveNames: changed.flatMap(({ entity, key }) =>
        entity === 'patients' && !table(entity).has(key) ? [key as PatientName['PatientId']] : [],
      ),
      outcomes: news.flatMap((one) => ('outcome' in one && one.device === device ? [one.outcome] : [])),
    };
  }

  function push({ device, entries }: InputOf<'sync.push'>): ReplyOf<'sync.push'> {
    const knownOf = ({ mid }: { mid: number }) => outcomes.get(`${device} ${mid}`);
    const known = entries.flatMap((entry) => {
      const one = knownOf(entry);
      return one ? [{ ...one, isSame: one.madeAt === entry.madeAt }] : [];
    });
    if (known.some(({ isSame }) => !isSame))
      return {
        outcomes: known.flatMap(({ outcome, isSame }) => (isSame ? [outcome] : [])),
        retryFrom: null,
        isCopy: true,
      };
    const decided = entries.map((entry): Outcome => {
      const known = knownOf(entry);
      if (known) return known.outcome;
      const outcome = decide(device, entry);
      outcomes.set(`${device} ${entry.mid}`, { outcome, madeAt: entry.madeAt });
      history.push({ device, outcome: { ...outcome, madeAt: entry.madeAt } });
      return outcome;
    });
    return { outcomes: decided, retryFrom: null };
  }

  function decide(device: string, { mid, name, input }: InputOf<'sync.push'>['entries'][number]): Outcome {
    try {
      self.command(name, input);
      self.applied.push(`${device} ${mid}`);
      return { mid, status: 'ok', kind: null, reason: null, current: null };
    } catch (error) {
      const { kind, message, current } = error as AppError;
      return { mid, status: 'parked', kind, reason: message, current: current ?? null };
    }
  }

  /** Pages of two names; everything else at once. */
  function hydrate({ priority, after, day }: InputOf<'sync.hydrate'>): ReplyOf<'sync.hydrate'> {
    const patients = [...table('patients').values()].map((row) => PatientName.parse(row));
    const about = { scopes: self.scopes, day: day ?? new Date().toISOString().slice(0, 10) };
    if (priority !== 'names') {
      const put = entityNames.map((entity) => putOf(entity, [...table(entity).values()]));
      return { put: priority === 'P0' ? put : [], names: [], after: null, ...about };
    }
    const from = Number(after ?? 0);
    return {
      put: [],
      names: patients.slice(from, from + 2),
      after: from + 2 < patients.length ? String(from + 2) : null,
      ...about,
    };
  }

  function chart({ id }: InputOf<'sync.chart'>): ReplyOf<'sync.chart'> {
    if (!table('patients').has(id)) throw new AppError('not-found', 'There is no such patient here.');
    return {
      put: entityNames.map((entity) =>
        putOf(
          entity,
          [...table(entity).values()].filter((row) => row.PatientId === id),
        ),
      ),
      scopes: self.scopes,
    };
  }

  function rowsOf({ kind, PatientIds, VisitIds, from, to }: RowSet, entity: EntityName): Row[] {
    const isNear = ({ Start, day = String(Start).slice(0, 10) }: Row) => String(day) >= from && String(day) <= to;
    const isNamed = ({ VisitId }: Row) =>
      VisitIds.some((id) => id === VisitId) || isNear(table('visits').get(String(VisitId)) ?? {});
    const isOfVisit = (visitEntities as readonly EntityName[]).includes(entity);
    return [...table(entity).values()].filter((row) => {
      if (kind === 'clinic') return true;
      if (kind === 'days') return isNear(row);
      return PatientIds.some((id) => id === row.PatientId) && (kind === 'charts' || !isOfVisit || isNamed(row));
    });
  }

  function compare({ cookie, set }: InputOf<'sync.compare'>): ReplyOf<'sync.compare'> {
    if (cookie !== `${epoch}:${history.length}`) return { moved: true, sums: [] };
    const compared: readonly EntityName[] =
      set.kind === 'clinic'
        ? clinicEntities
        : set.kind === 'days'
          ? ['visits', ...dayEntities]
          : [...patientEntities, ...visitEntities];
    const sums = compared.flatMap((entity) =>
      sumsOf(
        entity,
        rowsOf(set, entity).map((row) => ({ key: keyIn(entity, row), version: versionOf(row) })),
      ),
    );
    return { moved: false, sums };
  }

  function repair({ set, entity, buckets }: InputOf<'sync.repair'>): ReplyOf<'sync.repair'> {
    const rows = rowsOf(set, entity).filter((row) => buckets.includes(bucketOf(keyIn(entity, row))));
    return { put: [putOf(entity, rows)], scopes: self.scopes };
  }

  return self;
}
