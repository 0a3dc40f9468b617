import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import type { ReactNode } from 'react';
import classes from './offline-note.module.css';

/** Stands at a control that needs the network and says why it waits. */
export function OfflineNote({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span id={id} className={classes.note}>
      <IconCloudOff size={16} stroke={1.5} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
