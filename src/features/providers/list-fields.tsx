import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactNode } from 'react';
import { NotesPermission } from '#contract/providers/provider.ts';
import { usStates } from '#contract/base/state-names.ts';
import { useWebsite } from '#shared/session.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import part from '#shared/ui/part/part.module.css';
import { timeOffNote, timeOffProblem, type TypedLicence, type TypedNotes, type TypedTimeOff } from './provider-form.ts';
import { notesOptions } from './provider-words.ts';
import type { Option } from './schedule-fields.tsx';
import classes from './providers.module.css';

type LinesProps<Line> = {
  legend: string;
  help?: string;
  none: string;
  add: string;
  lines: readonly Line[];
  empty: Line;
  onChange: (lines: Line[]) => void;
  line: (one: Line, put: (changes: Partial<Line>) => void, at: number) => ReactNode;
};

/** A list that is written line by line. */
function Lines<Line>({ legend, help, none, add, lines, empty, onChange, line }: LinesProps<Line>) {
  return (
    <fieldset className={part.fields}>
      <legend>{legend}</legend>
      {lines.length === 0 && <p className={classes.off}>{none}</p>}
      {lines.length > 0 && help !== undefined && <p className={classes.off}>{help}</p>}
      {lines.map((one, at) => (
        <div key={at} className={classes.block}>
          {line(
            one,
            (changes) => onChange(lines.map((each, place) => (place === at ? { ...each, ...changes } : each))),
            at,
          )}
          <ActionIcon
            variant="subtle"
            aria-label={`Remove line ${at + 1} of ${legend}`}
            onClick={() => onChange(lines.filter((_, place) => place !== at))}
          >
            <IconX size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button variant="default" size="xs" onClick={() => onChange([...lines, empty])}>
        {add}
      </Button>
    </fieldset>
  );
}

const states = Object.entries(usStates).map(([value, name]) => ({ value, label: `${name} (${value})` }));

export function LicenceFields({
  value,
  onChange,
}: {
  value: TypedLicence[];
  onChange: (value: TypedLicence[]) => void;
}) {
  return (
    <Lines
      legend="Licenses by state"
      none="None besides the license above."
      add="Add a state"
      lines={value}
      empty={{ state: null, number: '' }}
      onChange={onChange}
      line={(one, put, at) => (
        <>
          <Select
            aria-label={`State ${at + 1}`}
            placeholder="State"
            data={states}
            value={one.state}
            searchable
            w={220}
            onChange={(state) => put({ state })}
          />
          <TextInput
            aria-label={`License number ${at + 1}`}
            placeholder="License number"
            maxLength={30}
            value={one.number}
            w={180}
            onChange={(event) => put({ number: event.currentTarget.value })}
          />
        </>
      )}
    />
  );
}

type NotesProps = { value: TypedNotes[]; payers: readonly Option[]; onChange: (value: TypedNotes[]) => void };

export function PayerNotesFields({ value, payers, onChange }: NotesProps) {
  return (
    <Lines
      legend="Notes permission by payer"
      none="The permission above applies to every payer."
      add="Add a payer"
      lines={value}
      empty={{ PayerId: null, NotesPermission: 'C' }}
      onChange={onChange}
      line={(one, put, at) => (
        <>
          <Select
            aria-label={`Payer ${at + 1}`}
            placeholder="Payer"
            data={[...payers]}
            value={one.PayerId}
            searchable
            w={220}
            onChange={(PayerId) => put({ PayerId })}
          />
          <Select
            aria-label={`Notes permission for payer ${at + 1}`}
            data={notesOptions}
            value={one.NotesPermission}
            allowDeselect={false}
            className={classes.where ?? ''}
            onChange={(code) => put({ NotesPermission: NotesPermission.catch('F').parse(code) })}
          />
        </>
      )}
    />
  );
}

export function TimeOffFields({
  value,
  onChange,
}: {
  value: TypedTimeOff[];
  onChange: (value: TypedTimeOff[]) => void;
}) {
  const { TimeZone } = useWebsite();
  return (
    <Lines
      legend="Time off"
      help="Whole days, unless you enter a start or end time."
      none="None planned."
      add="Add time off"
      lines={value}
      empty={{ first: null, from: '', last: null, until: '', Reason: '' }}
      onChange={onChange}
      line={(one, put, at) => (
        <>
          <DateField
            label="First day"
            value={one.first}
            onChange={(first) => put({ first })}
            onRefused={(first) => put({ first })}
          />
          <ClockField
            label="From"
            name={`From, time off ${at + 1}`}
            value={one.from}
            onChange={(from) => put({ from })}
          />
          <DateField
            label="Last day"
            value={one.last}
            onChange={(last) => put({ last })}
            onRefused={(last) => put({ last })}
            error={timeOffProblem(one, TimeZone)}
            description={timeOffNote(one, TimeZone)}
          />
          <ClockField
            label="Until"
            name={`Until, time off ${at + 1}`}
            value={one.until}
            onChange={(until) => put({ until })}
          />
          <TextInput
            label="Reason"
            maxLength={120}
            value={one.Reason}
            className={classes.where ?? ''}
            onChange={(event) => put({ Reason: event.currentTarget.value })}
          />
        </>
      )}
    />
  );
}

type ClockProps = { label: string; name: string; value: string; onChange: (value: string) => void };

/** A time of day that may stay empty. */
function ClockField({ label, name, value, onChange }: ClockProps) {
  return (
    <TextInput
      type="time"
      label={label}
      aria-label={name}
      value={value}
      w={124}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
