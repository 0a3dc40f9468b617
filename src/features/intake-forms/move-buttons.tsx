import { ActionIcon } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import classes from './intake-forms.module.css';

type Props = {
  /** As a person would call it. */
  name: string;
  mayUp: boolean;
  mayDown: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

/** Moves a part of a form by keys as by pointer, and takes it away. */
export function MoveButtons({ name, mayUp, mayDown, onMove, onRemove }: Props) {
  return (
    <span className={classes.moves}>
      <ActionIcon aria-label={`Move ${name} up`} disabled={!mayUp} onClick={() => onMove(-1)}>
        <IconArrowUp size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={`Move ${name} down`} disabled={!mayDown} onClick={() => onMove(1)}>
        <IconArrowDown size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconTrash size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </span>
  );
}
