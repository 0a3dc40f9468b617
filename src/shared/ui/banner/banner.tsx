import type { ReactNode } from 'react';
import classes from './banners.module.css';

/** One line over the screen. */
export function Banner({
  look,
  icon,
  children,
}: {
  look: 'offline' | 'problem' | 'version';
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={`${classes.banner} ${classes[look]}`}
      role={look === 'problem' ? 'alert' : undefined}
      data-shell-part
    >
      {icon}
      <div className={classes.text}>{children}</div>
    </div>
  );
}
