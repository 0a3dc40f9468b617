import { Button, Select } from '@mantine/core';
import { useRef } from 'react';
import type { VisitId } from '#contract/base/ids.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import type { BodyMark, BodyView } from '#contract/measures/body/body-mark.ts';
import { bodyRegions, type BodyRegion } from '#contract/measures/body/body-regions.ts';
import { markName, markPlace, markPlaceAt } from '#contract/measures/body/mark-place.ts';
import { marksOf, type NamedMark } from '#contract/measures/body/marks.ts';
import { painQualities } from '#contract/measures/catalog/pain.ts';
import { newId } from '#local/store/new-id.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { toastUndo } from '#shared/ui/toasts/toasts.tsx';
import type { NoteEditing } from '../use-note.ts';
import noteClasses from '../note.module.css';
import { BodyPicture } from './body-picture.tsx';
import { PatientMarks } from './patient-marks.tsx';
import classes from './body.module.css';

const ratings = Array.from({ length: 11 }, (_, rating) => String(rating));
const keyOf = ({ View, Region, Side }: BodyRegion) => `${View}/${Region}/${Side ?? ''}`;
const regions = (['front', 'back'] as const).map((view) => ({
  group: view === 'front' ? 'Front' : 'Back',
  items: bodyRegions.filter(({ View }) => View === view).map((one) => ({ value: keyOf(one), label: one.name })),
}));
/** More marks than anyone makes on one body. */
const most = 60;

type Props = { id: string; editing: NoteEditing; VisitId: VisitId };

/** Where it hurts: pressed on the picture, or chosen from the list of its regions, which is all of it by keyboard. */
export function BodyPart({ id, editing, VisitId }: Props) {
  const marks = marksOf(editing.note.Cells);
  const list = useRef<HTMLInputElement>(null);
  const save = () => void editing.flush().catch(() => undefined);
  const set = (mark: string, value: BodyMark | null) => {
    editing.change(cellKey('mark', mark, 'Mark'), value);
    save();
  };

  function add(place: Pick<BodyMark, 'Region' | 'View' | 'Side' | 'x' | 'y'> | null): void {
    if (!place || marks.length >= most) return;
    set(newId(), { ...place, Quality: null, Intensity: null });
    announce(`${markName(place)} marked.`);
  }

  function takeOver(taken: NamedMark[]): void {
    for (const { id: mark, mark: value } of taken) editing.change(cellKey('mark', mark, 'Mark'), value);
    save();
    announce(taken.length === 1 ? 'One mark added.' : `${taken.length} marks added.`);
    list.current?.focus();
  }

  function remove(mark: string, value: BodyMark): void {
    set(mark, null);
    list.current?.focus();
    toastUndo(`${markName(value)} removed.`, () => set(mark, value));
  }

  return (
    <section id={id} className={noteClasses.section} aria-labelledby={`${id}-name`}>
      <h3 className={noteClasses.sectionName} id={`${id}-name`}>
        Body chart
      </h3>
      <div className={classes.chart}>
        <BodyPicture marks={marks} onPoint={(view: BodyView, x, y) => add(markPlaceAt(view, x, y))} />
        <div className={classes.list}>
          <Select
            ref={list}
            label="Mark a region"
            searchable
            data={regions}
            value={null}
            onChange={(key) => {
              const region = bodyRegions.find((one) => keyOf(one) === key);
              if (region) add(markPlace(region));
            }}
          />
          <PatientMarks {...{ editing, VisitId }} room={most - marks.length} onTake={takeOver} />
          <ol className={classes.marks}>
            {marks.map(({ id: mark, mark: value }, at) => {
              const name = `mark ${at + 1}, ${markName(value)}`;
              return (
                <li key={mark} className={classes.row}>
                  <span>
                    {at + 1}. {markName(value)}
                    {value.From === 'patient' && <span className={classes.from}> Marked by the patient</span>}
                  </span>
                  <Select
                    size="xs"
                    aria-label={`Quality of ${name}`}
                    placeholder="Quality"
                    clearable
                    data={[...painQualities]}
                    value={value.Quality}
                    onChange={(Quality) => set(mark, { ...value, Quality })}
                  />
                  <Select
                    size="xs"
                    aria-label={`Intensity of ${name}`}
                    placeholder="0 to 10"
                    clearable
                    data={ratings}
                    value={value.Intensity === null ? null : String(value.Intensity)}
                    onChange={(next) => set(mark, { ...value, Intensity: next === null ? null : Number(next) })}
                  />
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove ${name}`}
                    onClick={() => remove(mark, value)}
                  >
                    Remove
                  </Button>
                </li>
              );
            })}
          </ol>
        </div>
      </div>
    </section>
  );
}
