import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ServiceEntry } from '#contract/charges/service.ts';
import { SavedState } from '#shared/ui/saved-state/saved-state.tsx';
import type { NoteEditing } from './use-note.ts';
import classes from './note.module.css';

type Props = {
  editing: NoteEditing;
  services: readonly Pick<ServiceEntry, 'Minutes'>[];
  isReadOnly: boolean;
};

const most = 480;

/**
 * The minutes of the whole visit, timed or not (CMS ch. 15 §220.3 E); those recorded stand in grey and are no value. What is
 * no number of minutes stays typed, is told of and is not saved.
 */
export function TreatmentMinutes({ editing, services, isReadOnly }: Props) {
  const [wrong, setWrong] = useState<string | null>(null);
  const value = editing.note.TreatmentMinutes;
  const recorded = services.reduce((sum, { Minutes }) => sum + (Minutes ?? 0), 0);
  return (
    <div className={classes.kind}>
      <TextInput
        label="Treatment minutes"
        description="The whole visit, timed and untimed services together"
        inputMode="numeric"
        maxLength={4}
        w={220}
        readOnly={isReadOnly}
        {...(recorded > 0 && { placeholder: String(recorded) })}
        value={wrong ?? (value === null ? '' : String(value))}
        error={wrong === null ? null : `Enter whole minutes, 0 to ${most}.`}
        onChange={(event) => {
          const typed = event.currentTarget.value.trim();
          const isMinutes = typed === '' || (/^\d{1,3}$/.test(typed) && Number(typed) <= most);
          setWrong(isMinutes ? null : typed);
          if (isMinutes) editing.change('TreatmentMinutes', typed === '' ? null : Number(typed));
        }}
        onBlur={() => void editing.flush().catch(() => undefined)}
      />
      <SavedState {...editing.state('TreatmentMinutes')} />
    </div>
  );
}
