import { Button, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { planWords, plannedVisits } from '#contract/cases/plan-of-care.ts';
import { weekdays } from '#contract/providers/provider-fields.ts';
import type { WeeklyTime } from '#contract/scheduling/occurrences.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import type { SeriesChoices, SeriesEnd, Settled } from './series-choices.ts';
import { WeekdayButton } from './weekday-button.tsx';
import fieldset from '../booking/fieldset.module.css';
import classes from './series.module.css';

type Props = {
  choices: SeriesChoices;
  found: Settled;
  today: string;
  onChange: (changes: Partial<SeriesChoices>) => void;
};

const usualTime = '09:00';

/** On which days at which times, from when, and where it ends. */
export function SeriesWhen({ choices, found, today, onChange }: Props) {
  return (
    <>
      <fieldset className={fieldset.part}>
        <legend>Days of the week</legend>
        <div className={classes.days}>
          {weekdays.map((name, weekday) => (
            <Weekday key={name} weekday={weekday} choices={choices} onChange={onChange} />
          ))}
        </div>
        <div className={classes.times}>
          {weekdays.map((name, weekday) => (
            <TimesOfDay key={name} weekday={weekday} choices={choices} onChange={onChange} />
          ))}
        </div>
      </fieldset>
      <div className={classes.fields}>
        <DateField
          label="First day"
          value={found.from}
          minDate={today}
          onChange={(from) => onChange({ from })}
          onRefused={(from) => onChange({ from })}
          required
          w="100%"
        />
        <NumberInput
          label="Minutes per visit"
          min={5}
          max={480}
          step={5}
          allowDecimal={false}
          value={found.minutes}
          onChange={(value) => onChange({ Minutes: typeof value === 'number' ? value : Number.NaN })}
        />
      </div>
      <fieldset className={fieldset.part}>
        <legend>Ends</legend>
        <SegmentedControl
          fullWidth
          aria-label="How the series ends"
          value={choices.end}
          onChange={(end) => onChange({ end: end as SeriesEnd })}
          data={[
            { value: 'count', label: 'Number of visits' },
            { value: 'until', label: 'Last day' },
            ...(found.hasPlan ? [{ value: 'plan', label: 'From the plan of care' }] : []),
          ]}
        />
        <End choices={choices} found={found} today={today} onChange={onChange} />
      </fieldset>
    </>
  );
}

/** The times of one day, in the order they were added: what is typed does not jump. */
function TimesOfDay({ weekday, choices, onChange }: { weekday: number } & Pick<Props, 'choices' | 'onChange'>) {
  const own = choices.times.filter((each) => each.weekday === weekday);
  const name = weekdays[weekday] ?? '';
  const put = (next: WeeklyTime[]) => onChange({ times: [...without(choices, weekday), ...next] });
  if (own.length === 0) return null;
  return (
    <div className={classes.timesOfDay}>
      {own.map(({ time }, at) => (
        <TextInput
          // oxlint-disable-next-line react/no-array-index-key -- two times of a day may be equal while they are typed
          key={at}
          type="time"
          label={own.length === 1 ? name : `${name}, ${ordinals[at] ?? at + 1}`}
          required
          w={132}
          value={time}
          onChange={(event) => put(own.with(at, { weekday, time: event.currentTarget.value }))}
        />
      ))}
      {own.length < ordinals.length && (
        <Button variant="subtle" size="compact-sm" h={32} onClick={() => put([...own, { weekday, time: '' }])}>
          Another time<span className="visually-hidden"> on {name}</span>
        </Button>
      )}
      {own.length > 1 && (
        <Button variant="subtle" color="gray" size="compact-sm" h={32} onClick={() => put(own.slice(0, -1))}>
          Remove<span className="visually-hidden"> the last time on {name}</span>
        </Button>
      )}
    </div>
  );
}

/** So many visits a day at most. */
const ordinals = ['first', 'second', 'third', 'fourth'];

function Weekday({ weekday, choices, onChange }: { weekday: number } & Pick<Props, 'choices' | 'onChange'>) {
  const isChosen = choices.times.some((each) => each.weekday === weekday);
  const others = without(choices, weekday);
  // Whoever treats at ten on Monday mostly wants ten on Wednesday.
  const time = choices.times.at(-1)?.time || usualTime;
  return (
    <WeekdayButton
      name={weekdays[weekday] ?? ''}
      isChosen={isChosen}
      onPress={() => onChange({ times: isChosen ? others : [...others, { weekday, time }] })}
    />
  );
}

function without({ times }: SeriesChoices, weekday: number): WeeklyTime[] {
  return times.filter((each) => each.weekday !== weekday);
}

function End({ choices, found, today, onChange }: Props) {
  if (choices.end === 'until') {
    return (
      <DateField
        label="Last day"
        value={choices.until}
        minDate={today}
        onChange={(until) => onChange({ until })}
        onRefused={(until) => onChange({ until })}
        required
      />
    );
  }
  if (choices.end === 'plan') return <p className={classes.plan}>{planSentence(found)}</p>;
  return (
    <NumberInput
      label="Visits"
      w={160}
      min={1}
      max={200}
      allowDecimal={false}
      required
      value={choices.count ?? ''}
      onChange={(value) => onChange({ count: typeof value === 'number' ? value : null })}
    />
  );
}

/** `2x/week for 6 weeks: 12 visits.` */
function planSentence({ episode }: Settled): string {
  if (!episode) return '';
  return `${planWords(episode) ?? ''}: ${plannedVisits(episode) ?? 0} visits.`;
}
