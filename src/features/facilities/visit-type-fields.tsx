import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { Button, Checkbox, NumberInput, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { disciplineNames } from '#contract/cases/case-words.ts';
import type { Discipline } from '#contract/providers/provider.ts';
import { newId } from '#local/store/new-id.ts';
import type { FacilityFormValues, VisitTypeValue } from './facility-form.ts';
import classes from './facilities.module.css';

const overlaps = [
  { value: 'no', label: 'Never' },
  { value: 'ask', label: 'Needs confirmation' },
  { value: 'yes', label: 'Always' },
];

const byName = 'name';
const disciplines = [
  { value: byName, label: 'From the name' },
  ...Object.entries(disciplineNames).map(([value, label]) => ({ value, label })),
];

/** The visit types of a facility; a deleted one stays for the visits that were of it and can be brought back. */
export function VisitTypeFields({ form }: { form: UseFormReturnType<FacilityFormValues> }) {
  const types = form.values.visit_types.map((type, at) => ({ type, at }));
  const live = types.filter(({ type }) => !type.isDeleted);
  const deleted = types.filter(({ type }) => type.isDeleted);
  function add(): void {
    const id = newId();
    form.insertListItem('visit_types', {
      VisitTypeId: id,
      Name: '',
      IsNonPatientVisit: false,
      Minutes: 45,
      Overlap: 'ask',
      Capacity: 1,
      Discipline: null,
      isDeleted: false,
      isNew: true,
    });
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-visit-type="${id}"]`)?.focus());
  }
  function remove(at: number, isNew: boolean): void {
    if (isNew) form.removeListItem('visit_types', at);
    else form.setFieldValue(`visit_types.${at}.isDeleted`, true);
  }
  return (
    <>
      <ul className={classes.lines} aria-label="Visit types">
        {live.map(({ type, at }) => (
          <li key={type.VisitTypeId} className={`${classes.line} ${classes.type}`}>
            <div className={classes.fields}>
              <TextInput
                label="Name"
                aria-label={`Name of visit type ${at + 1}`}
                data-visit-type={type.VisitTypeId}
                maxLength={60}
                className={classes.grow ?? ''}
                {...form.getInputProps(`visit_types.${at}.Name`)}
              />
              <Select
                label="Discipline"
                aria-label={`Discipline of ${type.Name || 'this visit type'}`}
                w={196}
                allowDeselect={false}
                data={disciplines}
                {...form.getInputProps(`visit_types.${at}.Discipline`)}
                value={type.Discipline ?? byName}
                onChange={(next) =>
                  form.setFieldValue(`visit_types.${at}.Discipline`, next === byName ? null : (next as Discipline))
                }
              />
              <Checkbox
                label="Block"
                aria-label={`${type.Name || 'This visit type'} is a block`}
                {...form.getInputProps(`visit_types.${at}.IsNonPatientVisit`, { type: 'checkbox' })}
              />
            </div>
            <div className={classes.fields}>
              <NumberInput
                label="Minutes"
                aria-label={`Minutes of ${type.Name || 'this visit type'}`}
                w={88}
                min={5}
                max={480}
                step={5}
                clampBehavior="none"
                allowDecimal={false}
                {...form.getInputProps(`visit_types.${at}.Minutes`)}
              />
              <Select
                label="Can overlap"
                aria-label={`Whether ${type.Name || 'this visit type'} can overlap another visit`}
                w={176}
                allowDeselect={false}
                data={overlaps}
                {...form.getInputProps(`visit_types.${at}.Overlap`)}
              />
              <NumberInput
                label="Max patients"
                aria-label={`Max patients of ${type.Name || 'this visit type'}`}
                w={112}
                min={1}
                max={60}
                clampBehavior="none"
                allowDecimal={false}
                {...form.getInputProps(`visit_types.${at}.Capacity`)}
              />
              <Button
                variant="default"
                size="xs"
                className={classes.last ?? ''}
                aria-label={`Delete ${type.Name || 'this visit type'}`}
                onClick={() => remove(at, type.isNew)}
              >
                Delete
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {live.length > 0 && (
        <p className={classes.hint}>
          Can overlap: whether a visit can overlap another visit of the same provider. Max patients: more than one is a
          group. Discipline: a case is booked for types of its own discipline.
        </p>
      )}
      {live.length === 0 && <p className={classes.hint}>No visit types yet. You need one to schedule visits here.</p>}
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} stroke={1.5} aria-hidden />} onClick={add}>
        Add a visit type
      </Button>
      <DeletedTypes deleted={deleted} onRestore={(at) => form.setFieldValue(`visit_types.${at}.isDeleted`, false)} />
    </>
  );
}

type DeletedProps = { deleted: readonly { type: VisitTypeValue; at: number }[]; onRestore: (at: number) => void };

function DeletedTypes({ deleted, onRestore }: DeletedProps) {
  if (deleted.length === 0) return null;
  return (
    <ul className={classes.lines} aria-label="Deleted visit types">
      {deleted.map(({ type, at }) => (
        <li key={type.VisitTypeId} className={classes.line}>
          <span className={`${classes.grow} ${classes.past}`}>{type.Name}, deleted</span>
          <Button variant="subtle" size="xs" aria-label={`Restore ${type.Name}`} onClick={() => onRestore(at)}>
            Restore
          </Button>
        </li>
      ))}
    </ul>
  );
}
