import pg from 'pg';
import { asRefusal } from './database-failures.ts';

/** On which processes of a database tell each other what happened. */
export const noticeChannel = 'mainstay_change';

/**
 * Tells on the one connection of this process that notifies. Each notice comes with the snapshot it was told at: who
 * looks after hearing it sees at least that. A notice is nothing to keep, so its commit waits for no disk.
 */
export function noticeTeller(settings: pg.ClientConfig): {
  tell(notices: string[]): Promise<unknown>;
  close(): Promise<void>;
} {
  const connection = new pg.Pool({
    ...settings,
    options: `${settings.options} -c synchronous_commit=off`,
    max: 1,
    connectionTimeoutMillis: 5_000,
  });
  connection.on('error', () => undefined);
  return {
    tell: (notices) => connection.query(tellingNow, [noticeChannel, notices]),
    close: () => connection.end(),
  };
}

/** A payload has room for 8,000 bytes; a snapshot of very many running transactions is left out. */
const tellingNow = `
  select pg_notify($1, concat_ws(' ', notice, case when length(place) < 7000 then place end))
  from unnest($2::text[]) as notice, cast(pg_current_snapshot() as text) as place`;

/** Hears each payload on a connection of its own, and null when some may have been missed. Resolves once listening. */
export async function listenOn(
  settings: pg.ClientConfig,
  channel: string,
  heard: (payload: string | null) => void,
): Promise<() => Promise<void>> {
  let stopped = false;
  let client: pg.Client | undefined;
  let waiting: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const next = new pg.Client({ ...settings, keepAlive: true });
    const lost = () => {
      if (client === next || client === undefined) again(next);
    };
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', (message) => heard(message.payload ?? ''));
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
  }

  function again(dead: pg.Client): void {
    dead.removeAllListeners();
    dead.on('error', () => undefined);
    if (stopped || waiting) return;
    waiting = setTimeout(() => {
      waiting = undefined;
      open().then(
        () => heard(null),
        () => client && again(client),
      );
    }, 500);
  }

  try {
    await open();
  } catch (error) {
    stopped = true;
    throw asRefusal(error);
  }
  return async () => {
    stopped = true;
    clearTimeout(waiting);
    client?.removeAllListeners('end');
    await client?.end().catch(() => undefined);
  };
}
