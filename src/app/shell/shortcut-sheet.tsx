import { Modal } from '@mantine/core';
import { KeyHint } from '#shared/ui/key-hint/key-hint.tsx';
import { useShortcuts } from '#shared/shortcuts.ts';
import classes from './shortcut-sheet.module.css';

/** `?`: what works here. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const shortcuts = useShortcuts();
  const shown = shortcuts.filter((each, at) => shortcuts.findIndex((other) => other.keys === each.keys) === at);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keyboard shortcuts"
      size={420}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <dl className={classes.list}>
        {shown.map((shortcut) => (
          <div key={shortcut.keys} className={classes.line}>
            <dt>{shortcut.label}</dt>
            <dd>
              <KeyHint keys={shortcut.keys} />
            </dd>
          </div>
        ))}
        <div className={classes.line}>
          <dt>Close the top window</dt>
          <dd>
            <KeyHint keys="Esc" />
          </dd>
        </div>
        <div className={classes.line}>
          <dt>Same column of the next row, in tables</dt>
          <dd>
            <KeyHint keys="Enter" />
          </dd>
        </div>
      </dl>
    </Modal>
  );
}
