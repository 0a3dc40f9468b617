import classes from './weekday-button.module.css';

type Props = { name: string; isChosen: boolean; onPress: () => void; 'aria-label'?: string };

/** A day of the week to choose or to leave. */
export function WeekdayButton({ name, isChosen, onPress, ...rest }: Props) {
  return (
    <button {...rest} type="button" className={classes.weekday} aria-pressed={isChosen} onClick={onPress}>
      {name.slice(0, 3)}
    </button>
  );
}
