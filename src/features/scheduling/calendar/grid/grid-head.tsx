import type { GridColumn } from './grid-types.ts';
import { gutter } from './geometry.ts';
import classes from './grid.module.css';

type Props = { columns: readonly GridColumn[]; width: number; drawn: readonly number[] };

/** Who or which day each column is; columns of one day stand under it. */
export function GridHead({ columns, width, drawn }: Props) {
  const groups = groupsOf(columns);
  // Where every column is today, saying so of each says nothing.
  const isWeek = columns.some((column) => !column.isToday);
  return (
    <div className={classes.header} style={{ width: gutter + columns.length * width }} aria-hidden>
      <div className={classes.corner} style={{ width: gutter }} />
      {groups.map((group) => (
        <div
          key={group.name}
          className={`${classes.group} ${group.isToday ? classes.today : ''}`}
          style={{ left: gutter + group.from * width, width: group.count * width }}
        >
          <span className={classes.groupWord}>{group.name}</span>
        </div>
      ))}
      {drawn.map((at) => {
        const column = columns[at];
        if (!column) return null;
        return (
          <div
            key={column.key}
            className={`${classes.headCell} ${column.isToday && isWeek && groups.length === 0 ? classes.today : ''} ${groups.length > 0 ? classes.under : ''}`}
            style={{ left: gutter + at * width, width }}
          >
            <span className={classes.headTitle}>{column.title}</span>
            <span className={classes.headNote}>{column.note}</span>
          </div>
        );
      })}
    </div>
  );
}

type Group = { name: string; from: number; count: number; isToday: boolean };

/** Neighbours of the same group, in order; none where columns have no group. */
function groupsOf(columns: readonly GridColumn[]): Group[] {
  const groups: Group[] = [];
  columns.forEach(({ group, isToday }, at) => {
    if (group === undefined) return;
    const before = groups.at(-1);
    if (before?.name === group) before.count += 1;
    else groups.push({ name: group, from: at, count: 1, isToday });
  });
  return groups;
}
