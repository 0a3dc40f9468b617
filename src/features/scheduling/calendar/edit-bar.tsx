import { ActionIcon, Button } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useState } from 'react';
import { showDate, showTime } from '#contract/base/dates.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import { DropPanel } from '#shared/ui/drop-panel/drop-panel.tsx';
import type { QueuedDay } from '../days/day-form.ts';
import type { EditSchedule } from './use-edit-schedule.ts';
import { weekdayOf } from './views.ts';
import classes from './edit-schedule.module.css';

type Props = { edit: EditSchedule; providers: readonly Provider[]; onPlan: () => void };

/** Stands over the calendar while schedules are edited: how much is not saved, and the ways on. */
export function EditBar({ edit, providers, onPlan }: Props) {
  const { queue } = edit;
  const [opened, setOpened] = useState(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const count = queue.length === 1 ? '1 day not saved' : `${queue.length} days not saved`;
  return (
    <section className={classes.bar} aria-label="Editing schedules">
      <p className={classes.barText}>
        <b>Editing schedules.</b> Choose a time in a provider’s column to change that day’s hours.
      </p>
      <div className={classes.row}>
        <Button variant="default" size="compact-md" onClick={onPlan}>
          Change days
        </Button>
        {queue.length > 0 && (
          <Button
            ref={setButton}
            variant="default"
            size="compact-md"
            aria-haspopup="dialog"
            aria-expanded={opened}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            onClick={() => setOpened(!opened)}
          >
            {count}
          </Button>
        )}
        <Button variant="default" size="compact-md" onClick={edit.exit}>
          {queue.length > 0 ? 'Discard and leave' : 'Done'}
        </Button>
        {queue.length > 0 && (
          <Button size="compact-md" disabled={edit.isSaving} onClick={() => void edit.save()}>
            {queue.length === 1 ? 'Save day' : `Save ${queue.length} days`}
          </Button>
        )}
      </div>
      <DropPanel label={count} anchor={button} opened={opened && queue.length > 0} onClose={() => setOpened(false)}>
        <ul className={classes.queue}>
          {queue.map((day) => (
            <li key={`${day.day} ${day.ProviderId}`} className={classes.queued}>
              <div className={classes.queuedText}>
                <span>
                  <b>
                    {weekdayOf(day.day)} {showDate(day.day)}
                  </b>{' '}
                  {nameOf(providers, day)}
                </span>
                <span className={classes.quiet}>{hoursWords(day)}</span>
              </div>
              <ActionIcon
                variant="subtle"
                aria-label={`Discard ${showDate(day.day)} of ${nameOf(providers, day)}`}
                onClick={() => edit.drop(day)}
              >
                <IconX size={16} stroke={1.5} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </DropPanel>
    </section>
  );
}

function nameOf(providers: readonly Provider[], { ProviderId }: QueuedDay): string {
  const provider = providers.find((one) => one.ProviderId === ProviderId);
  return provider ? providerName(provider) : 'Unknown provider';
}

/** `8:00 AM – 12:00 PM · Course`, `Off`, `As every week`, and how many bookings are changed with it. */
function hoursWords({ isRemoved, blocks, Note, rebook, day }: QueuedDay): string {
  const time = (clock: string) => showTime(`${day}T${clock}`);
  const hours = blocks.map(({ start, end }) => `${time(start)} – ${time(end)}`).join(', ');
  const changed = rebook.filter(({ choice }) => choice.kind !== 'leave').length;
  const also = changed > 0 && `${changed} ${changed === 1 ? 'visit' : 'visits'} changed`;
  return [isRemoved ? 'Regular hours' : hours || 'Off', Note, also].filter(Boolean).join(' · ');
}
