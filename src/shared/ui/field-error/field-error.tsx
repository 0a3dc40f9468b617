import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs';
import type { ReactNode } from 'react';
import classes from './field-error.module.css';

/** One sentence at the field it belongs to; point the field's `aria-describedby` at `id`. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} className={classes.error}>
      <IconExclamationCircle size={14} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
