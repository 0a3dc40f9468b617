import { Button, Combobox, Group, Modal, TextInput, useCombobox } from '@mantine/core';
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs';
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs';
import { useMemo, useState } from 'react';
import { CaseExerciseId } from '#contract/base/ids.ts';
import { exerciseRegions, type Exercise } from '#contract/exercises/exercise.ts';
import { figureSvg } from '#contract/exercises/figures/figure-svg.ts';
import { foundExercises } from '#contract/exercises/library.ts';
import type { CaseExercise } from '#contract/flowsheet/case-exercise.ts';
import { showDose } from '#contract/flowsheet/show-dose.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { addRow } from '#local/reads/flowsheet.ts';
import { newId } from '#local/store/new-id.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { useFavorites } from './use-favorites.ts';
import classes from './flowsheet.module.css';

type Props = {
  visit: Visit;
  rows: readonly CaseExercise[];
  opened: boolean;
  onClose: () => void;
  onClosed: () => void;
};

/** More would only be scrolled past: a word more finds the rest. */
const mostFound = 40;

/** Adds a row to the flowsheet: an exercise of the library, favorites first, or one with a name of its own. */
export function AddExercise({ visit, rows, opened, onClose, onClosed }: Props) {
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<Exercise | null>(null);
  const combobox = useCombobox({ opened: true });
  const { favorites, toggle, refusal } = useFavorites();
  const found = useMemo(() => foundExercises(typed, favorites).slice(0, mostFound), [typed, favorites]);
  const name = typed.trim();
  const isOwn = name !== '' && !found.some((one) => one.Name.toLowerCase() === name.toLowerCase());

  async function add(of: Pick<CaseExercise, 'ExerciseId' | 'Name' | 'CPT_Code' | 'Dose'>): Promise<void> {
    const SortOrder = Math.max(-1, ...rows.map((row) => row.SortOrder)) + 1;
    const id = CaseExerciseId.parse(newId());
    const row = { ...of, CaseExerciseId: id, CaseId: visit.CaseId, Precaution: null, SortOrder, StoppedOn: null };
    try {
      await addRow(row);
      announce(`${of.Name} added.`);
      setTyped('');
      setShown(null);
      onClose();
    } catch (error) {
      toastFailure(error, 'The exercise could not be added on this device.');
    }
  }

  function choose(value: string): void {
    const exercise = found.find(({ ExerciseId }) => ExerciseId === value);
    if (!exercise) return void add({ ExerciseId: null, Name: name.slice(0, 120), CPT_Code: null, Dose: null });
    const { ExerciseId, Name, CPT_Code, Dose } = exercise;
    void add({ ExerciseId, Name, CPT_Code, Dose: Dose && showDose(Dose) });
  }

  /** What the arrows point at is shown with its drawing. */
  function showSelected(): void {
    const selected = document.querySelector<HTMLElement>('[data-combobox-selected][data-exercise]');
    setShown(found.find(({ ExerciseId }) => ExerciseId === selected?.dataset['exercise']) ?? null);
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title="Add exercise"
      size="lg"
      returnFocus={false}
    >
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            label="Exercise"
            placeholder="Name, body region or your own words"
            maxLength={120}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setShown(null);
              combobox.resetSelectedOption();
            }}
            // The list is always open: Escape closes the dialog.
            onKeyDown={(event) => event.key === 'Escape' && onClose()}
            onKeyUp={showSelected}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={classes.found ?? ''} aria-label="Exercises">
          {found.map((one) => (
            <Combobox.Option
              key={one.ExerciseId}
              value={one.ExerciseId}
              data-exercise={one.ExerciseId}
              onMouseOver={() => setShown(one)}
            >
              {favorites.has(one.ExerciseId) && <IconStarFilled size={12} aria-label="Favorite" />} {one.Name}{' '}
              <span className={classes.dim}>
                {exerciseRegions[one.Region]}
                {one.Dose && `, ${showDose(one.Dose)}`}
              </span>
            </Combobox.Option>
          ))}
          {isOwn && <Combobox.Option value="own">Add “{name}” as your own exercise</Combobox.Option>}
          {found.length === 0 && !isOwn && <Combobox.Empty>No exercise matches</Combobox.Empty>}
        </Combobox.Options>
      </Combobox>
      <Preview exercise={shown ?? found[0] ?? null} favorites={favorites} onToggle={toggle} refusal={refusal} />
    </Modal>
  );
}

type PreviewProps = {
  exercise: Exercise | null;
  favorites: ReadonlySet<string>;
  onToggle: (id: Exercise['ExerciseId']) => void;
  /** Why a favorite cannot be changed now, or null. */
  refusal: string | null;
};

function Preview({ exercise, favorites, onToggle, refusal }: PreviewProps) {
  if (!exercise) return null;
  const isFavorite = favorites.has(exercise.ExerciseId);
  const svg = exercise.Figure === null ? null : figureSvg(exercise.Figure, { size: 128, title: null });
  const Star = isFavorite ? IconStarFilled : IconStar;
  return (
    <section className={classes.preview} aria-label={exercise.Name}>
      {svg ? <Drawing svg={svg} /> : <span />}
      <div>
        <p className={classes.barName}>{exercise.Name}</p>
        <p>{exercise.PatientText}</p>
        <Group gap={8}>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<Star size={14} aria-hidden />}
            disabled={refusal !== null}
            onClick={() => onToggle(exercise.ExerciseId)}
          >
            {isFavorite ? 'Remove from favorites' : 'Add to favorites'}
          </Button>
          {refusal && <span className={classes.dim}>{refusal}</span>}
        </Group>
      </div>
    </section>
  );
}

/** A drawing of ours, as a picture: no markup is ever put into the page. */
function Drawing({ svg }: { svg: string }) {
  return (
    <span
      className={classes.drawing}
      style={{ maskImage: `url("data:image/svg+xml,${encodeURIComponent(svg)}")` }}
      aria-hidden
    />
  );
}
