import { periods, type Cells } from './grid-choice.ts';
import fieldset from '../booking/fieldset.module.css';
import classes from './waitlist.module.css';

type Props = { cells: Cells; onChange: (cells: Cells) => void; error: string | undefined };

/** Sunday is 0; a clinic's week is read from Monday. */
const order = [1, 2, 3, 4, 5, 6, 0];
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Days by times: when somebody could come. */
export function WaitlistGrid({ cells, onChange, error }: Props) {
  const toggle = (day: number, at: number) =>
    onChange(cells.map((row, one) => (one === day ? row.map((is, cell) => (cell === at ? !is : is)) : row)));
  return (
    <fieldset className={fieldset.part}>
      <legend>Available times</legend>
      <table className={classes.grid}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {order.map((day) => (
              <th key={day} scope="col" abbr={days[day]}>
                {days[day]?.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods.map(({ name, hours }, at) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <span className={classes.hours}>{hours}</span>
              </th>
              {order.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    className={classes.cell}
                    aria-pressed={cells[day]?.[at] ?? false}
                    aria-label={`${days[day]} ${name.toLowerCase()}, ${hours}`}
                    onClick={() => toggle(day, at)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {error && <p className={classes.error}>{error}</p>}
    </fieldset>
  );
}
