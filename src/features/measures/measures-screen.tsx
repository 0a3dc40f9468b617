import { ActionIcon, Button, Select } from '@mantine/core';
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs';
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs';
import { useCallback, useMemo, useState } from 'react';
import { holds } from '#contract/base/permissions.ts';
import { regionWords, type MeasureRegion } from '#contract/measures/eval-measurement.ts';
import { kindWords, type OwnMeasurement } from '#contract/measures/own-measurement.ts';
import type { BookColumn } from '#shared/record-book/book-order.ts';
import { RecordBook, type ScreenProps } from '#shared/record-book/record-book.tsx';
import { useCurrentUser } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { useStars } from '#shared/use-stars.ts';
import { CsvButtons } from './csv-buttons.tsx';
import { measureForm } from './measure-form.tsx';
import { builtInRows, copyMeasure, isBuiltIn } from './use-measures.ts';
import classes from './measures.module.css';

const shownWords = { starred: 'Starred', own: 'Clinic’s own', builtIn: 'Built-in' } as const;
type Shown = keyof typeof shownWords;

/** What can be measured: the built-in catalog to read and copy, and the clinic's own measures, changed online. */
export function MeasuresScreen({ open, onOpen }: ScreenProps) {
  const { can } = useCurrentUser();
  const isOnline = useOnline();
  const stars = useStars();
  const [shown, setShown] = useState<Shown | null>(null);
  const [region, setRegion] = useState<MeasureRegion | null>(null);
  const mayManage = holds(can, 'manage library');
  const { ids } = stars;
  const isShown = useCallback(
    (row: OwnMeasurement) =>
      (region === null || row.Region === region) &&
      (shown === null ||
        (shown === 'starred' ? ids.has(row.EvalMeasurementId) : isBuiltIn(row) === (shown === 'builtIn'))),
    [region, shown, ids],
  );
  const columns: BookColumn<OwnMeasurement>[] = useMemo(
    () => [
      { key: 'region', title: 'Region', text: ({ Region }) => regionWords[Region] },
      { key: 'goalType', title: 'Goal type', text: ({ GoalType }) => GoalType, secondary: true },
      { key: 'kind', title: 'Kind', text: kindOf, secondary: true },
      { key: 'from', title: 'From', text: (row) => (isBuiltIn(row) ? 'Built-in' : 'Clinic'), secondary: true },
      {
        key: 'star',
        title: 'Star',
        text: ({ EvalMeasurementId }) => (ids.has(EvalMeasurementId) ? 'Starred' : '-'),
        cell: ({ EvalMeasurementId, Name }) => (
          <Star name={Name} isOn={ids.has(EvalMeasurementId)} onToggle={() => stars.toggle(EvalMeasurementId)} />
        ),
      },
    ],
    [ids, stars],
  );
  async function copy(row: OwnMeasurement): Promise<void> {
    const id = await copyMeasure(row);
    if (id !== null) onOpen(id);
  }
  return (
    <RecordBook
      open={open}
      onOpen={onOpen}
      form={measureForm}
      at="/library/measures"
      label="Measures"
      searchLabel="Name, region or kind"
      nameOf={({ Name }) => Name}
      columns={columns}
      mayChange={(row) => mayManage && (row === null || !isBuiltIn(row))}
      isShown={isShown}
      isHeld={!isOnline}
      builtIn={builtInRows}
      filters={<Filters shown={shown} onShown={setShown} region={region} onRegion={setRegion} />}
      more={
        <>
          {mayManage && !isOnline && <OfflineNote>You must be online to change measures.</OfflineNote>}
          <CsvButtons mayImport={mayManage && isOnline} />
        </>
      }
      empty={
        <EmptyState title={shown === 'starred' ? 'No starred measures' : 'No measures'}>
          {shown === 'starred'
            ? 'Star a measure to find it here and first in notes.'
            : 'Copy a built-in measure and change it, or write your own.'}
        </EmptyState>
      }
      below={({ row, leaveFor }) => (
        <section className={classes.below} aria-label="Copy">
          {isBuiltIn(row) && <p className={classes.hint}>Built-in measures can’t change. Copy one to make your own.</p>}
          {!isBuiltIn(row) && !mayManage && (
            <p className={classes.hint}>Only people who manage the library can change it.</p>
          )}
          {mayManage && isOnline && (
            <Button variant="default" size="xs" onClick={() => leaveFor(() => void copy(row))}>
              Make a copy
            </Button>
          )}
        </section>
      )}
    />
  );
}

function kindOf({ Kind, Unit }: OwnMeasurement): string {
  return Unit === null || Kind === 'time' ? kindWords[Kind] : `${kindWords[Kind]}, ${Unit}`;
}

function Star({ name, isOn, onToggle }: { name: string; isOn: boolean; onToggle: () => void }) {
  const Icon = isOn ? IconStarFilled : IconStar;
  return (
    <ActionIcon variant="subtle" aria-label={`Star ${name}`} aria-pressed={isOn} onClick={onToggle}>
      <Icon size={16} stroke={1.5} aria-hidden />
    </ActionIcon>
  );
}

type FiltersProps = {
  shown: Shown | null;
  onShown: (next: Shown | null) => void;
  region: MeasureRegion | null;
  onRegion: (next: MeasureRegion | null) => void;
};

function Filters({ shown, onShown, region, onRegion }: FiltersProps) {
  return (
    <>
      <Select
        aria-label="Which measures"
        placeholder="All measures"
        clearable
        w={150}
        data={Object.entries(shownWords).map(([value, label]) => ({ value, label }))}
        value={shown}
        onChange={(next) => onShown(next as Shown | null)}
      />
      <Select
        aria-label="Region"
        placeholder="All regions"
        clearable
        w={170}
        data={Object.entries(regionWords).map(([value, label]) => ({ value, label }))}
        value={region}
        onChange={(next) => onRegion(next as MeasureRegion | null)}
      />
    </>
  );
}
