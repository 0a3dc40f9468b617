import { Button, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { AppError } from '#contract/base/errors.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import type { Region } from '#contract/facilities/region.ts';
import { call } from '#shared/api.ts';
import { facilityOptions, facilitySelectData } from '#shared/facility-options.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { DraftScope, useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { useWebsite } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { typedIn } from '#shared/form-changes.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard, useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { requestIdOf, toastDone, toastNegative } from '#shared/ui/toasts/toasts.tsx';

type Props = {
  region: Region | 'new' | null;
  facilities: readonly Facility[];
  onClose: () => void;
  /** Something was written: the lists are asked for anew. */
  onSaved: () => void;
};

/** Name and facilities of a region; a facility is in one region at most. */
export function RegionDrawer({ region, facilities, onClose, onSaved }: Props) {
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isOnline = useOnline();
  const { leave, question } = useDiscard(isDirty, onClose);
  const known = region === 'new' ? null : region;

  async function remove({ RegionId, Name }: Region): Promise<void> {
    try {
      await call('facilities.deleteRegion', { id: RegionId });
      toastDone(`${Name} is deleted.`);
      onSaved();
    } catch (error) {
      toastNegative(sentenceOf(error), requestIdOf(error));
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
            <Button type="submit" form="region" disabled={!isOnline}>
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
            onDirty={setDirty}
            onSaved={onSaved}
          />
        )}
      </SideDrawer>
      {question}
      <ConfirmDialog
        opened={isAsking && known !== null}
        title={`Delete ${known?.Name ?? 'this region'}?`}
        confirmLabel="Delete"
        danger
        onConfirm={() => known && void remove(known)}
        onCancel={() => setAsking(false)}
      >
        Its facilities stay as they are and are in no region afterwards.
      </ConfirmDialog>
    </DraftScope>
  );
}

type FieldsProps = {
  known: Region | null;
  facilities: readonly Facility[];
  onDirty: (isDirty: boolean) => void;
  onSaved: () => void;
};

function RegionFields({ known, facilities, onDirty, onSaved }: FieldsProps) {
  const { regions } = useWebsite();
  const form = useForm({
    initialValues: { Name: known?.Name ?? '', facilityIds: (known?.facilityIds ?? []).map(String) },
    validate: { Name: (name) => (name.trim() === '' ? 'Enter the name.' : null) },
  });
  useReportDirty(form.isDirty(), onDirty);
  useDraftScope('region', typedIn(form));

  async function save({ Name, facilityIds }: typeof form.values): Promise<void> {
    const fields = { Name: Name.trim(), facilityIds: facilityIds as never[] };
    try {
      if (known) await call('facilities.updateRegion', { id: known.RegionId, ...fields });
      else await call('facilities.createRegion', fields);
      toastDone('Saved.');
      onSaved();
    } catch (error) {
      if (error instanceof AppError && error.fields?.['Name']) {
        form.setErrors({ Name: error.message });
        focusFirstError();
      } else toastNegative(sentenceOf(error), requestIdOf(error));
    }
  }

  return (
    <form id="region" noValidate onSubmit={form.onSubmit((values) => void save(values), focusFirstError)}>
      <Stack gap="sm">
        <TextInput label="Name" maxLength={60} data-autofocus {...form.getInputProps('Name')} />
        <MultiSelect
          label="Facilities"
          description="A facility chosen here leaves the region it is in."
          data={facilitySelectData(facilityOptions(facilities, regions))}
          searchable
          {...form.getInputProps('facilityIds')}
        />
      </Stack>
    </form>
  );
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The region could not be saved. Nothing was changed; try again.';
}
