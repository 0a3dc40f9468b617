import { Button, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { AppError } from '#contract/base/errors.ts';
import { isSameInAnyOrder } from '#contract/base/same-value.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import { Region } from '#contract/facilities/region.ts';
import { call } from '#shared/api.ts';
import { facilityOptions, facilitySelectData } from '#shared/facility-options.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { DraftScope, useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { useBusy } from '#shared/hooks/use-busy.ts';
import { useWebsite } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { draftOver, leftOver, type DraftOver } from '#shared/form-changes.ts';
import { isOvertaken, nowBy, rebaseBy, useOvertaken, type TypedOver } from '#shared/forms/use-overtaken.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard, useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { requestIdOf, toastDone, toastNegative } from '#shared/ui/toasts/toasts.tsx';

type Props = {
  region: Region | 'new' | null;
  facilities: readonly Facility[];
  onClose: () => void;
  /** Something was written: the lists are asked for anew. */
  onSaved: () => void;
  /** Somebody else has: the lists are asked for anew behind the form. */
  onReload: () => void;
};

/** Name and facilities of a region; a facility is in one region at most. */
export function RegionDrawer({ region, facilities, onClose, onSaved, onReload }: Props) {
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const saving = useBusy();
  const removing = useBusy();
  const isOnline = useOnline();
  const { leave, question } = useDiscard(isDirty, onClose);
  const known = region === 'new' ? null : region;

  async function remove({ RegionId, ...base }: Region): Promise<void> {
    try {
      await call('facilities.deleteRegion', { id: RegionId, base });
      toastDone(`${base.Name} is deleted.`);
      onSaved();
    } catch (error) {
      toastNegative(sentenceOf(error), requestIdOf(error));
      // What it has become is in the list.
      if (isOvertaken(error)) onSaved();
    } finally {
      setAsking(false);
    }
  }

  return (
    <DraftScope draftKey={unsavedKey.region()} about={region && (known?.RegionId ?? 'new')}>
      <SideDrawer
        opened={region !== null}
        onClose={leave}
        isDirty={isDirty}
        title={known ? known.Name : 'New region'}
        footer={
          <>
            {known && (
              <Button variant="default" mr="auto" disabled={!isOnline} onClick={() => setAsking(true)}>
                Delete…
              </Button>
            )}
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form="region" disabled={!isOnline} loading={saving.isBusy}>
              Save
            </Button>
          </>
        }
      >
        {region && (
          <RegionFields
            key={known?.RegionId ?? 'new'}
            known={known}
            facilities={facilities}
            submit={saving.run}
            onDirty={setDirty}
            onSaved={onSaved}
            onReload={onReload}
          />
        )}
      </SideDrawer>
      {question}
      <ConfirmDialog
        opened={isAsking && known !== null}
        title={`Delete ${known?.Name ?? 'this region'}?`}
        confirmLabel="Delete"
        danger
        busy={removing.isBusy}
        onConfirm={() => known && void removing.run(() => remove(known))}
        onCancel={() => setAsking(false)}
      >
        Its facilities stay and will have no region.
      </ConfirmDialog>
    </DraftScope>
  );
}

type FieldsProps = {
  known: Region | null;
  facilities: readonly Facility[];
  submit: (save: () => Promise<void>) => Promise<void>;
  onDirty: (isDirty: boolean) => void;
  onSaved: () => void;
  onReload: () => void;
};

type Values = { Name: string; facilityIds: string[] };
type RegionOf = Record<string, string | null>;
/** An older version of the app wrote no `regionOf`. */
type Draft = (DraftOver<Values> & { regionOf: RegionOf }) | Partial<Values>;

const ofRegion = {
  nowOf: nowBy<Values>(Region.pick({ Name: true, facilityIds: true })),
  rebase: rebaseBy<Values>({ facilityIds: 'set' }),
};

function RegionFields({ known, facilities, submit, onDirty, onSaved, onReload }: FieldsProps) {
  const { regions } = useWebsite();
  const [before, setBefore] = useState<Values>({ Name: known?.Name ?? '', facilityIds: known?.facilityIds ?? [] });
  const [regionOf, setRegionOf] = useState<RegionOf | null>(() => regionsOf(facilities));
  const form = useForm({
    initialValues: before,
    validate: { Name: (name) => (name.trim() === '' ? 'Enter the name.' : null) },
  });
  const overtaken = useOvertaken({ before, values: form.values }, begin, ofRegion);
  const { kept } = overtaken;
  const isDirty = overtaken.isHeld || !isSameInAnyOrder(form.values, before);
  useReportDirty(isDirty, onDirty);
  useDraftScope<Draft>('region', {
    values: { ...draftOver(kept.before, kept.values, kept.before), regionOf: regionOf ?? regionsOf(facilities) },
    isDirty,
    fill: (draft) => {
      const left = leftOver<Values, Values>(draft);
      if ('regionOf' in draft) setRegionOf(draft.regionOf);
      setBefore((now) => ({ ...now, ...left.over }));
      form.setValues(left.typed);
    },
  });

  function begin(next: TypedOver<Values>): void {
    setBefore(next.before);
    form.setValues(next.values);
  }

  async function save({ Name, facilityIds }: Values): Promise<void> {
    const fields = { Name: Name.trim(), facilityIds: facilityIds as never[] };
    const base = { regionOf: regionOf ?? regionsOf(facilities) };
    try {
      if (known) await call('facilities.updateRegion', { id: known.RegionId, ...fields, base: { ...before, ...base } });
      else await call('facilities.createRegion', { ...fields, base });
      toastDone('Saved.');
      onSaved();
    } catch (error) {
      if (overtaken.meet(error)) {
        // The refusal has told of it: from now on the regions are those of the list.
        setRegionOf(null);
        onReload();
      } else if (error instanceof AppError && error.fields?.['Name']) {
        form.setErrors({ Name: error.message });
        focusFirstError();
      } else toastNegative(sentenceOf(error), requestIdOf(error));
    }
  }

  return (
    <form id="region" noValidate onSubmit={form.onSubmit((values) => void submit(() => save(values)), focusFirstError)}>
      {overtaken.refusal}
      <Stack gap="sm">
        <TextInput label="Name" maxLength={60} data-autofocus {...form.getInputProps('Name')} />
        <MultiSelect
          label="Facilities"
          description="A facility you choose here leaves its current region."
          data={facilitySelectData(facilityOptions(facilities, regions))}
          searchable
          {...form.getInputProps('facilityIds')}
        />
      </Stack>
    </form>
  );
}

function regionsOf(facilities: readonly Facility[]): RegionOf {
  return Object.fromEntries(facilities.map(({ FacilityId, RegionId }) => [FacilityId, RegionId]));
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The region could not be saved. Nothing was changed. Try again.';
}
