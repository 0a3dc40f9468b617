import { randomUUID } from 'node:crypto';
import { schemaVersion } from '#contract/schema-version.ts';
import type { Clinic } from '../../clinic.ts';
import type { Random } from '../../random.ts';
import { patientBody } from '../../patient-body.ts';

/** A visit of this lane alone: moved to and fro between two stages, one history row for each move. */
export type OwnVisit = { VisitId: string; stage: 'scheduled' | 'confirmed'; stamp: string };

type Sent = {
  mid: number;
  name: 'visits.move' | 'patients.create';
  record: string;
  input: Record<string, unknown>;
  /** The same each time it is sent: by it the server tells a call sent again from one of a copied device. */
  madeAt: string;
};

type Answer = { outcomes: { mid: number; status: string; reason: string | null }[]; isCopy?: true };

/** One device that pushes calls in the order it makes them, a request at a time, and sends again what got no answer. */
export type Lane = {
  device: string;
  visits: OwnVisit[];
  /** Calls sent since the last `settle`, by their number. */
  sent: Map<number, Sent>;
  /** Numbers the server said yes to. */
  acknowledged: Set<number>;
  /** Sent, and no answer came. */
  open: Sent[];
  /** How often each visit was moved before the last `settle`, which reached up to this number. */
  settled: { upTo: number; moves: Map<string, number> };
  /** All that was sent was found in its place: from now on only what is new is looked at. */
  settle(): void;
  /** Pushes until a request fails or `isOver`. */
  run(token: string, isOver: () => boolean): Promise<void>;
};

/** What a REST caller does: creates with an Idempotency-Key, each sent again with the same key until it is answered. */
export type RestLane = {
  created: Map<string, 'open' | 'acknowledged'>;
  settle(): void;
  run(token: string, isOver: () => boolean): Promise<void>;
};

function headersOf(token: string, more: Record<string, string> = {}): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'x-site-key': 'demo', 'content-type': 'application/json', ...more };
}

/** What takes longer got no answer. */
const longestMs = 60_000;

/** Null when no whole answer came; an answer that is a refusal is a fault of the test or of the server. */
async function post(url: string, headers: Record<string, string>, body: unknown): Promise<unknown> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(longestMs),
    });
    text = await answer.text();
  } catch {
    return null;
  }
  // The server says so itself while its database is away.
  if (answer.status >= 500) return null;
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

export function pushLane(clinic: Clinic, random: Random, visits: OwnVisit[]): Lane {
  let nextMid = 1;
  const lane: Lane = {
    device: randomUUID(),
    visits,
    sent: new Map(),
    acknowledged: new Set(),
    open: [],
    settled: { upTo: 0, moves: new Map() },
    settle,
    run,
  };

  function settle(): void {
    const { moves } = lane.settled;
    for (const { name, record } of lane.sent.values())
      if (name === 'visits.move') moves.set(record, (moves.get(record) ?? 0) + 1);
    lane.settled.upTo = nextMid - 1;
    lane.sent.clear();
    lane.acknowledged.clear();
  }

  function make(): Sent {
    const mid = nextMid;
    nextMid += 1;
    const madeAt = new Date().toISOString();
    if (random.chance(0.3)) {
      const input = patientBody(`Lane${mid}`);
      return { mid, name: 'patients.create', record: input.patient.PatientId, input, madeAt };
    }
    const visit = random.pick(visits);
    visit.stage = visit.stage === 'scheduled' ? 'confirmed' : 'scheduled';
    const input = { id: visit.VisitId, destination: visit.stage, lastUpdated: visit.stamp };
    return { mid, name: 'visits.move', record: visit.VisitId, input, madeAt };
  }

  async function run(token: string, isOver: () => boolean): Promise<void> {
    while (!isOver() || lane.open.length > 0) {
      if (lane.open.length === 0) lane.open = Array.from({ length: random.between(1, 5) }, make);
      for (const one of lane.open) lane.sent.set(one.mid, one);
      const entries = lane.open.map(({ mid, name, input, madeAt }) => {
        return { mid, name, input, base: {}, schemaVersion, madeAt, clockOffset: 0 };
      });
      const reply = await post(`${clinic.url}/api/sync/push`, headersOf(token), { device: lane.device, entries });
      if (reply === null) return;
      take(reply as Answer);
    }
  }

  function take({ outcomes, isCopy }: Answer): void {
    if (isCopy) throw new Error(`${lane.device} was taken for a copy of itself.`);
    for (const { mid, status, reason } of outcomes) {
      const one = lane.sent.get(mid);
      if (status !== 'ok') throw new Error(`Call ${mid} (${one?.name}) of ${lane.device} was refused: ${reason}`);
      lane.acknowledged.add(mid);
    }
    lane.open = lane.open.filter(({ mid }) => !lane.acknowledged.has(mid));
  }

  return lane;
}

export function restLane(clinic: Clinic): RestLane {
  const created: RestLane['created'] = new Map();
  let open: { key: string; body: ReturnType<typeof patientBody> } | null = null;
  let made = 0;
  return {
    created,
    settle: () => created.clear(),
    async run(token, isOver) {
      while (!isOver() || open) {
        made += 1;
        open ??= { key: randomUUID(), body: patientBody(`Rest${made}`) };
        const { key, body } = open;
        created.set(body.patient.PatientId, 'open');
        const reply = await post(`${clinic.url}/api/patients`, headersOf(token, { 'idempotency-key': key }), body);
        if (reply === null) return;
        created.set(body.patient.PatientId, 'acknowledged');
        open = null;
      }
    },
  };
}
