import { showDate, showTime } from '#contract/base/dates.ts';
import type { WaitingArrival } from '#contract/kiosk/arrival.ts';
import type { ClockFault } from '#contract/kiosk/tablet-clock.ts';
import classes from './kiosk.module.css';

const clockWords: Record<ClockFault, string> = {
  corrected: 'The clock of the tablet was wrong. The time is corrected.',
  receipt:
    'The clock of the tablet was wrong. This is when it was received; the patient came earlier, maybe on another day.',
};

/** Who came, as far as they told the kiosk. */
export function whoCame({ DateOfBirth, lastFour }: WaitingArrival): string {
  return `born ${showDate(DateOfBirth)}, phone ending in ${lastFour}`;
}

type Props = { arrival: WaitingArrival; at: string; forms: string };

/** When somebody came and who, where, and what became of their forms. */
export function ArrivalWords({ arrival, at, forms }: Props) {
  const { kiosk, clockFault, signedAs } = arrival;
  return (
    <span className={classes.words}>
      <b>
        {showDate(at)} {showTime(at)}
      </b>
      , {whoCame(arrival)}
      <span className={classes.facts}>
        {kiosk}.{signedAs !== null && ` Signed by ${signedAs}.`}
        {forms}
        {clockFault !== null && ` ${clockWords[clockFault]}`}
      </span>
    </span>
  );
}
