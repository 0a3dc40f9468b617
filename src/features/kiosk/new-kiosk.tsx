import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Facility } from '#contract/facilities/facility.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { useDraftAlone } from '#shared/autosave/draft-scope.tsx';
import { facilityOptions, facilitySelectData } from '#shared/facility-options.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';

type Props = {
  facilities: readonly Facility[];
  isOnline: boolean;
  onMade(made: ReplyOf<'kiosk.create'>): void;
};

/** Adds a kiosk at a facility. */
export function NewKiosk({ facilities, isOnline, onMade }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [only] = facilities.length === 1 ? facilities : [];
  const form = useForm({
    initialValues: { Name: '', FacilityId: null as string | null },
    validate: {
      Name: (name) => (name.trim() === '' ? 'Enter a name for the kiosk.' : null),
      FacilityId: (id) => (id === null && !only ? 'Choose a facility.' : null),
    },
  });

  const drop = useDraftAlone(unsavedKey.at('kiosk', '/company/kiosks'), {
    values: form.values,
    isDirty: form.values.Name !== '' || form.values.FacilityId !== null,
    fill: form.setValues,
  });

  async function make({ Name, FacilityId }: typeof form.values): Promise<void> {
    setBusy(true);
    try {
      const made = await call('kiosk.create', { Name, FacilityId: (FacilityId ?? only?.FacilityId) as never });
      drop();
      form.reset();
      onMade(made);
    } catch (error) {
      toastFailure(error, 'That did not work. Nothing was changed. Try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <form noValidate onSubmit={form.onSubmit((values) => void make(values), focusFirstError)}>
      <Stack gap="sm">
        <TextInput
          label="Name of the kiosk"
          description="For example, where it is: Front door."
          maxLength={60}
          {...form.getInputProps('Name')}
        />
        {!only && (
          <Select
            label="Facility"
            data={facilitySelectData(facilityOptions(facilities))}
            searchable
            {...form.getInputProps('FacilityId')}
          />
        )}
        <Group>
          <Button type="submit" variant="default" loading={isBusy} disabled={!isOnline}>
            Add kiosk
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
