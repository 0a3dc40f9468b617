import { runLean } from './kit/run-lean.ts';

/** Ends the process with one sentence for the operator. */
function failWith(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

// Before all that a server consists of is read.
runLean();
const { startServer } = await import('./start-server.ts');
startServer().catch(failWith);
