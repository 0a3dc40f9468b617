import type { ReactNode } from 'react';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import classes from './importer.module.css';

/** What became of an import, said aloud when it appears. */
export function Notice({
  meaning,
  title,
  children,
}: {
  meaning: 'done' | 'danger';
  title: string;
  children: ReactNode;
}) {
  return (
    <div role={meaning === 'danger' ? 'alert' : 'status'} className={`${classes.notice} ${classes[meaning]}`}>
      <MeaningBadge meaning={meaning} quiet>
        <b>{title}</b>
      </MeaningBadge>
      <p>{children}</p>
    </div>
  );
}
