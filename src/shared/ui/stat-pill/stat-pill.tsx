import { meaningIcons, type Meaning } from '../meaning/meaning.ts';
import classes from './stat-pill.module.css';

type StatPillProps = {
  /** Null until it is counted. */
  count: number | null;
  label: string;
  meaning?: Meaning;
  /** Opens the list that can be worked off. */
  onOpen?: () => void;
  active?: boolean;
};

/** A count that opens the list behind it. */
export function StatPill({ count, label, meaning, onOpen, active = false }: StatPillProps) {
  const Glyph = meaning && count !== null && count > 0 ? meaningIcons[meaning] : null;
  const className = `${classes.pill} ${meaning ? classes[meaning] : ''} ${active ? classes.active : ''}`;
  const inside = (
    <>
      {Glyph && <Glyph size={15} stroke={1.75} aria-hidden />}
      <span className={classes.count}>{count ?? '-'}</span> {label}
    </>
  );
  if (!onOpen) return <span className={className}>{inside}</span>;
  return (
    <button type="button" className={className} onClick={onOpen} aria-pressed={active}>
      {inside}
    </button>
  );
}
