import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { meaningIcons, type Meaning } from './meaning.ts';
import classes from './meaning.module.css';

type MeaningBadgeProps = {
  meaning: Meaning;
  /** The word; colour and icon never stand alone. */
  children: ReactNode;
  icon?: Icon;
  /** Without ground and border, for use inside a line of text. */
  quiet?: boolean;
};

/** Icon, word and colour together for one of the five meanings. */
export function MeaningBadge({ meaning, children, icon, quiet = false }: MeaningBadgeProps) {
  const Glyph = icon ?? meaningIcons[meaning];
  return (
    <span className={`${classes.badge} ${classes[meaning]} ${quiet ? classes.quiet : ''}`}>
      <Glyph size={14} stroke={1.75} className={classes.icon} aria-hidden />
      {children}
    </span>
  );
}
