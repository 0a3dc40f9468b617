import { SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { rtmEpisode } from '#contract/hep/rtm-episode.ts';
import { recordForm } from '#shared/forms/record-form.tsx';

export const rtmEpisodeForm = recordForm(rtmEpisode, {
  known: async () => null,
  start: (_known, { today }) => ({ From: today, Consent: 'verbal', ConsentOn: today }),
  Layout: ({ Field }) => (
    <Stack gap="sm">
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <Field of="From" />
        <Field of="Until" description="Empty while it goes on" />
        <Field of="Consent" />
        <Field of="ConsentOn" />
      </SimpleGrid>
      <Field of="Note" placeholder="Device or program" />
    </Stack>
  ),
});
