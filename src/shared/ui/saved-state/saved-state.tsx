import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs';
import { showClock } from '#shared/format/clock.ts';
import classes from './saved-state.module.css';

/** `saved` once it is on this device's disk, whether or not the server has it. */
export type SavedStateKind = 'untouched' | 'unsaved' | 'saving' | 'saved' | 'failed';

/** The state of what is being typed, in words: 'saved on this device 10:42 AM'. */
export function SavedState({ state, at }: { state: SavedStateKind; at?: Date | null }) {
  if (state === 'untouched') return null;
  const failed = state === 'failed';
  return (
    <span className={`${classes.state} ${failed ? classes.failed : ''} tabular`}>
      {state === 'saved' && <IconCheck size={14} stroke={1.75} aria-hidden />}
      {failed && <IconExclamationCircle size={14} stroke={1.75} aria-hidden />}
      {sentence(state, at ?? null)}
    </span>
  );
}

function sentence(state: SavedStateKind, at: Date | null): string {
  if (state === 'unsaved') return 'not saved yet';
  if (state === 'saving') return 'saving…';
  if (state === 'failed') return 'could not be saved on this device';
  return at ? `saved on this device ${showClock(at)}` : 'saved on this device';
}
