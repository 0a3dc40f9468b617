import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { Button, NumberInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { newId } from '#local/store/new-id.ts';
import type { FacilityFormValues } from './facility-form.ts';
import classes from './facilities.module.css';

/** The rooms of a facility; one that is closed stays for the visits that are in it and can be opened again. */
export function RoomFields({ form }: { form: UseFormReturnType<FacilityFormValues> }) {
  const rooms = form.values.rooms.map((room, at) => ({ room, at }));
  const open = rooms.filter(({ room }) => !room.Inactive);
  const closed = rooms.filter(({ room }) => room.Inactive);
  function add(): void {
    const id = newId();
    form.insertListItem('rooms', { RoomId: id, Name: '', Capacity: 1, Inactive: false, isNew: true });
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-room="${id}"]`)?.focus());
  }
  function close(at: number, isNew: boolean): void {
    if (isNew) form.removeListItem('rooms', at);
    else form.setFieldValue(`rooms.${at}.Inactive`, true);
  }
  return (
    <>
      <ul className={classes.lines} aria-label="Rooms">
        {open.map(({ room, at }) => (
          <li key={room.RoomId} className={`${classes.line} ${classes.type} ${classes.room}`}>
            <TextInput
              label="Name"
              aria-label={`Name of room ${at + 1}`}
              data-room={room.RoomId}
              maxLength={60}
              className={classes.grow ?? ''}
              {...form.getInputProps(`rooms.${at}.Name`)}
            />
            <NumberInput
              label="Max visits"
              aria-label={`Max visits in ${room.Name || 'this room'}`}
              w={112}
              min={1}
              max={60}
              clampBehavior="none"
              allowDecimal={false}
              {...form.getInputProps(`rooms.${at}.Capacity`)}
            />
            <Button
              variant="default"
              size="xs"
              aria-label={`Close ${room.Name || 'this room'}`}
              onClick={() => close(at, room.isNew)}
            >
              Close
            </Button>
          </li>
        ))}
      </ul>
      {open.length === 0 && <p className={classes.hint}>No rooms. Visits are booked without a room.</p>}
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} stroke={1.5} aria-hidden />} onClick={add}>
        Add a room
      </Button>
      {closed.length > 0 && (
        <ul className={classes.lines} aria-label="Closed rooms">
          {closed.map(({ room, at }) => (
            <li key={room.RoomId} className={classes.line}>
              <span className={`${classes.grow} ${classes.past}`}>{room.Name}, closed</span>
              <Button
                variant="subtle"
                size="xs"
                aria-label={`Reopen ${room.Name}`}
                onClick={() => form.setFieldValue(`rooms.${at}.Inactive`, false)}
              >
                Reopen
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
