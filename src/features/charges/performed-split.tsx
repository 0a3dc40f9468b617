import { ActionIcon, Button, Checkbox, Group, Popover, Select, TextInput } from '@mantine/core';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useState } from 'react';
import { ProviderId } from '#contract/base/ids.ts';
import { billableMinutes, type Performed, type PerformedPart } from '#contract/charges/performed.ts';
import { disciplineOf, providerName, type Provider } from '#contract/providers/provider.ts';
import type { ChargeRow } from './charges-autosave.ts';
import type { ChargesEditing } from './use-charges.ts';
import classes from './charges.module.css';

type Props = {
  row: ChargeRow;
  at: number;
  /** Who the visit belongs to. */
  own: Provider;
  others: readonly Provider[];
  editing: ChargesEditing;
};

const aide = 'aide';
const mostPeople = 10;

/** Whether the minutes of a line were split among those who gave it. */
export function isSplit({ Performed: parts }: ChargeRow): boolean {
  return (parts?.length ?? 0) > 0;
}

/** Who gave a service and for how long: assistants’ share decides CQ and CO, an aide’s minutes are never billed. */
export function PerformedSplit({ row, at, own, others, editing }: Props) {
  const [isOpen, setOpen] = useState(false);
  const parts = row.Performed ?? [];
  const people = peopleOf(own, others, parts);
  const what = row.CPT_Code || `service ${at + 1}`;
  const set = (next: Performed) => editing.setPerformed(row.ServiceId, next);
  const change = (place: number, changed: Partial<PerformedPart>) =>
    set(parts.map((part, each) => (each === place ? tidied({ ...part, ...changed }) : part)));
  const close = () => {
    setOpen(false);
    void editing.flush().catch(() => undefined);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={(next) => (next ? setOpen(true) : close())}
      position="top-end"
      width={440}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          variant={isSplit(row) ? 'light' : 'subtle'}
          size="compact-xs"
          disabled={row.CPT_Code === ''}
          aria-label={isSplit(row) ? `Who gave ${what}: ${splitWords(parts, people)}` : `Split ${what}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isSplit(row) ? splitWords(parts, people) : 'Split'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw="94vw" aria-label={`Who gave ${what}`}>
        {parts.map((part, place) => (
          <div key={place} className={classes.part} role="group" aria-label={`Person ${place + 1}`}>
            <Select
              aria-label={`Person ${place + 1}`}
              data={[...people, { value: aide, label: 'Aide (not billed)' }]}
              value={part.ProviderId ?? aide}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              onChange={(value) => change(place, { ProviderId: value === aide ? null : ProviderId.parse(value) })}
            />
            <TextInput
              aria-label={`Minutes of person ${place + 1}`}
              inputMode="numeric"
              maxLength={3}
              value={part.Minutes === 0 ? '' : part.Minutes}
              rightSection={<span className={classes.unit}>min</span>}
              onChange={(event) => change(place, { Minutes: minutesIn(event.currentTarget.value) })}
            />
            <Checkbox
              label="Together"
              checked={part.Together}
              disabled={part.ProviderId === null}
              onChange={(event) => change(place, { Together: event.currentTarget.checked })}
            />
            <ActionIcon
              aria-label={`Remove person ${place + 1}`}
              onClick={() => set(parts.filter((_, each) => each !== place))}
            >
              <IconTrash size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {isSplit(row) && (
          <p className={classes.reason}>{billableMinutes(parts)} minutes to bill. Minutes together count once.</p>
        )}
        <Group gap={8} mt={8}>
          <Button
            data-autofocus
            size="compact-sm"
            variant="default"
            disabled={parts.length >= mostPeople}
            onClick={() => set([...parts, nextPart(row, own, others)])}
          >
            Add person
          </Button>
          <Button size="compact-sm" variant="default" onClick={close}>
            Close
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The first has the minutes there are; the next is an assistant, where there is one. */
function nextPart(row: ChargeRow, own: Provider, others: readonly Provider[]): PerformedPart {
  const parts = row.Performed ?? [];
  if (parts.length === 0) return { ProviderId: own.ProviderId, Minutes: row.Minutes ?? 0, Together: false };
  const named = new Set(parts.map((part) => part.ProviderId));
  const next = others.find((one) => !named.has(one.ProviderId) && disciplineOf(one.Type) === disciplineOf(own.Type));
  return { ProviderId: next?.ProviderId ?? null, Minutes: 0, Together: false };
}

/** Nobody is billed together with an aide. */
function tidied(part: PerformedPart): PerformedPart {
  return part.ProviderId === null ? { ...part, Together: false } : part;
}

function minutesIn(text: string): number {
  return Math.min(480, Number(text.replaceAll(/\D/g, '')));
}

/** Those of the discipline, and whoever is named already. */
function peopleOf(own: Provider, others: readonly Provider[], parts: Performed) {
  const named = new Set(parts.map((part) => part.ProviderId));
  const all = [own, ...others.filter((one) => one.ProviderId !== own.ProviderId)];
  const fitting = all.filter((one) => disciplineOf(one.Type) === disciplineOf(own.Type) || named.has(one.ProviderId));
  return fitting.map((one) => ({ value: String(one.ProviderId), label: providerName(one) }));
}

function splitWords(parts: Performed, people: readonly { value: string; label: string }[]): string {
  if (parts.length === 0) return 'the provider of this visit';
  return parts
    .map(({ ProviderId: id, Minutes }) => {
      const name = id === null ? 'Aide' : (people.find(({ value }) => value === id)?.label.split(/[ ,]/)[0] ?? 'Other');
      return `${name} ${Minutes}`;
    })
    .join(', ');
}
