import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { GridColumn } from './grid-types.ts';
import classes from './grid.module.css';

type Props = { columns: readonly GridColumn[]; shown: number; onShow: (at: number) => void };

/** A phone shows one column: which one is chosen here, without a swipe. */
export function OneAtATime({ columns, shown, onShow }: Props) {
  return (
    <div className={classes.picker}>
      <button
        type="button"
        className={classes.pickerStep}
        aria-label="Previous column"
        disabled={shown === 0}
        onClick={() => onShow(shown - 1)}
      >
        <IconChevronLeft size={20} aria-hidden />
      </button>
      <select
        className={classes.pickerChoice}
        aria-label="Provider column"
        value={shown}
        onChange={(event) => onShow(Number(event.currentTarget.value))}
      >
        {columns.map((column, at) => (
          <option key={column.key} value={at}>
            {[column.group, column.title, column.note].filter(Boolean).join(' · ')}
          </option>
        ))}
      </select>
      <button
        type="button"
        className={classes.pickerStep}
        aria-label="Next column"
        disabled={shown >= columns.length - 1}
        onClick={() => onShow(shown + 1)}
      >
        <IconChevronRight size={20} aria-hidden />
      </button>
    </div>
  );
}
