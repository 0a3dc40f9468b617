import { useMemoryLog } from '#session/watchdogs/memory-keeper.ts';
import { Specimen } from './specimen.tsx';

/** What the memory watchdog has seen on this page: screens and megabytes, never a patient. */
export function DevMemory() {
  const { routeChanges, entries, biggest, isReloadDue } = useMemoryLog();
  const latest = entries.at(-1);
  return (
    <Specimen name="Memory" column>
      <span>
        {latest
          ? `${latest.usedMb} MB in use, ${latest.availableMb} MB left, ${routeChanges} route changes, reload ${isReloadDue ? 'due' : 'not due'}.`
          : 'Nothing seen yet. It begins with the first staff screen, in browsers that tell their memory (Chrome, Edge).'}
      </span>
      {biggest.length > 0 && (
        <ul>
          {biggest.map((entry) => (
            <li key={entry.at}>
              {Math.round(entry.at / 1_000)} s, {entry.screen}: {entry.changeMb > 0 ? '+' : ''}
              {entry.changeMb} MB
            </li>
          ))}
        </ul>
      )}
    </Specimen>
  );
}
