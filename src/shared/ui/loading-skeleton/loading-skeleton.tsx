import type { CSSProperties } from 'react';
import classes from './loading-skeleton.module.css';

type LoadingSkeletonProps = {
  /** What is being loaded, for those who listen. */
  label: string;
  rows?: number;
  rowHeight?: number;
};

const widths = ['62%', '48%', '70%', '54%', '40%'];

/** Keeps the layout still while something loads; invisible for the first 300 ms. */
export function LoadingSkeleton({ label, rows = 5, rowHeight }: LoadingSkeletonProps) {
  const style = rowHeight === undefined ? {} : ({ '--skeleton-row': `${rowHeight}px` } as CSSProperties);
  return (
    <div className={classes.skeleton} style={style} aria-busy="true">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={classes.row} aria-hidden>
          <div className={classes.bar} style={{ width: widths[at % widths.length] }} />
        </div>
      ))}
    </div>
  );
}
