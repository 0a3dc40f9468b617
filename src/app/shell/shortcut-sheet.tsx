import { Modal } from '@mantine/core';
import { useKeysOfParts, type ListedKey } from '#shared/listed-keys.ts';
import { usePreferences } from '#shared/preferences.ts';
import { Link } from '#shared/routing/link.tsx';
import { useShortcuts } from '#shared/shortcuts.ts';
import { KeyHint } from '#shared/ui/key-hint/key-hint.tsx';
import classes from './shortcut-sheet.module.css';

const always: readonly ListedKey[] = [
  { keys: ['Esc'], label: 'Close the top window' },
  { keys: ['Enter'], label: 'Same column of the next row, in tables' },
  { keys: ['Ctrl+Z'], label: 'Undo the last step' },
];

/** `?`: what works here. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [{ singleKeyShortcuts = true }] = usePreferences();
  const shortcuts = useShortcuts();
  const parts = useKeysOfParts();
  const shown = shortcuts
    .filter((each, at) => shortcuts.findIndex((other) => other.keys === each.keys) === at)
    .filter(({ keys }) => singleKeyShortcuts || keys.startsWith('Ctrl+'));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keyboard shortcuts"
      size={420}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Lines list={[...shown.map(({ keys, label }) => ({ keys: [keys], label })), ...always]} />
      {parts.map(({ part, list }) => (
        <section key={part} aria-label={part}>
          <h3 className={classes.part}>{part}</h3>
          <Lines list={list} />
        </section>
      ))}
      <p className={classes.foot}>
        Shortcuts of one key are {singleKeyShortcuts ? 'on' : 'off'}.{' '}
        <Link to="/account" onClick={onClose}>
          Change this in My account
        </Link>
      </p>
    </Modal>
  );
}

function Lines({ list }: { list: readonly ListedKey[] }) {
  return (
    <dl className={classes.list}>
      {list.map(({ keys, label }) => (
        <div key={`${label} ${keys.join()}`} className={classes.line}>
          <dt>{label}</dt>
          <dd className={classes.keys}>
            {keys.map((each) => (
              <KeyHint key={each} keys={each} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
