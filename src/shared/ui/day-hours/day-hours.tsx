import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { FacilityId } from '#contract/base/ids.ts';
import { dayProblem, type ScheduleBlock } from '#contract/providers/schedule-blocks.ts';
import { facilitySelectData, type FacilityOption } from '#shared/facility-options.ts';
import classes from './day-hours.module.css';

type Props = {
  /** Such as `Monday`: what the times are told by to those who listen. */
  name: string;
  day: readonly ScheduleBlock[];
  facilities: readonly FacilityOption[];
  onChange: (day: ScheduleBlock[]) => void;
};

/** The times of one day and where: several, each at a facility. */
export function DayHours({ name, day, facilities, onChange }: Props) {
  const put = (at: number, changes: Partial<ScheduleBlock>) =>
    onChange(day.map((block, place) => (place === at ? { ...block, ...changes } : block)));
  const last = day.at(-1);
  const first = (last?.FacilityId ?? facilities[0]?.FacilityId) as FacilityId | undefined;
  const problem = dayProblem(day);
  return (
    <div className={classes.day} role="group" aria-label={name}>
      <span className={classes.dayName}>{name}</span>
      <div className={classes.blocks}>
        {day.length === 0 && <span className={classes.off}>Not working</span>}
        {day.map((block, at) => (
          <div key={at} className={classes.block}>
            <TextInput
              type="time"
              aria-label={`${name} from, time ${at + 1}`}
              value={block.start}
              onChange={(event) => put(at, { start: event.currentTarget.value })}
            />
            <span aria-hidden>–</span>
            <TextInput
              type="time"
              aria-label={`${name} to, time ${at + 1}`}
              value={block.end}
              onChange={(event) => put(at, { end: event.currentTarget.value })}
            />
            <Select
              className={classes.where ?? ''}
              aria-label={`${name} facility, time ${at + 1}`}
              data={facilitySelectData(facilities)}
              value={block.FacilityId}
              allowDeselect={false}
              onChange={(id) => id !== null && put(at, { FacilityId: id as FacilityId })}
            />
            <ActionIcon
              variant="subtle"
              aria-label={`Remove time ${at + 1} of ${name}`}
              onClick={() => onChange(day.filter((_, place) => place !== at))}
            >
              <IconX size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {problem !== null && (
          <p className={classes.error} role="alert">
            {problem}
          </p>
        )}
      </div>
      {first !== undefined && day.length < 6 && (
        <Button
          variant="subtle"
          size="xs"
          aria-label={`Add a time on ${name}`}
          onClick={() =>
            onChange([
              ...day,
              { start: last ? last.end : '08:00', end: last ? laterThan(last.end) : '12:00', FacilityId: first },
            ])
          }
        >
          Add a time
        </Button>
      )}
    </div>
  );
}

/** Four hours on, within the day. */
function laterThan(time: string): string {
  const hour = Math.min(Number(time.slice(0, 2)) + 4, 23);
  return `${String(hour).padStart(2, '0')}:${hour === 23 ? '59' : time.slice(3, 5)}`;
}
