import '#local/store/without-eval.ts';
import { expose } from 'comlink';
import type { OutboxLog } from '#local/outbox/outbox-log.ts';
import { flushedLog } from './flushed-log.ts';

/** The thread beside the sync worker that only keeps second copies; it holds no key and sees sealed text alone. */
export type LogWorker = {
  append(site: string, UserId: string, mid: number, sealedCall: string): Promise<void>;
};

const logs = new Map<string, OutboxLog>();

const logWorker: LogWorker = {
  append(site, UserId, mid, sealedCall) {
    const key = `${site}/${UserId}`;
    const log = logs.get(key) ?? flushedLog(site, UserId);
    logs.set(key, log);
    return log.append(mid, sealedCall);
  },
};

expose(logWorker);
