import '#local/store/without-eval.ts';
import { expose } from 'comlink';
import { unflushedFiles } from './flushed-log.ts';

/** Writes small files; it holds no key and sees sealed text alone. */
export type CopyWorker = { write(path: string, text: string): Promise<void> };

const files = unflushedFiles();
const copyWorker: CopyWorker = { write: (path, text) => files.write(path, text) };

expose(copyWorker);
