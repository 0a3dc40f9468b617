import { SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import type { PatientId } from '#contract/base/ids.ts';
import { providerName } from '#contract/providers/provider.ts';
import { task } from '#contract/tasks/task.ts';
import { casesOfPatient } from '#local/reads/cases.ts';
import { readPatient } from '#local/reads/patients.ts';
import { readAll } from '#local/reads/reads.ts';
import { readSetup } from '#local/store/setup.ts';
import { call } from '#shared/api.ts';
import { recordForm } from '#shared/forms/record-form.tsx';
import { useFetched } from '#shared/hooks/use-fetched.ts';

type Person = { UserId: string; Name: string };

export const taskForm = recordForm(task, {
  async known(parent) {
    const patient = await readPatient(parent as PatientId);
    const user = (await readSetup())?.currentUser;
    if (!patient || !user) return undefined;
    const providers = await readAll('providers');
    // Without a connection a task goes to the people whom this device knows.
    const near = providers.flatMap((one): Person[] =>
      one.UserId ? [{ UserId: one.UserId, Name: providerName(one) }] : [],
    );
    return { cases: await casesOfPatient(patient.PatientId), near, UserId: user.UserId as string };
  },
  start: () => ({ OwnerUserId: null, IsDone: false }),
  Layout({ Field, values, known: { cases, near, UserId } }) {
    const { value } = useFetched(() => call('tasks.people', {}));
    return (
      <Stack gap="sm">
        <Field of="sentence" hasFocus />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
          <Field
            of="OwnerUserId"
            placeholder="Anyone"
            options={ownersOf(value?.people ?? near, UserId, values.OwnerUserId)}
          />
          <Field of="dueOn" />
        </SimpleGrid>
        <Field
          of="CaseId"
          placeholder="No case"
          options={cases.map(({ CaseId, Title, DischargedAt }) => ({
            value: String(CaseId),
            label: DischargedAt === null ? Title : `${Title} (discharged)`,
          }))}
        />
      </Stack>
    );
  },
});

/** Whoever fills in the form first; whoever has the task already is always there. */
function ownersOf(people: readonly Person[], UserId: string, present: string | null) {
  const others = people.filter((one) => one.UserId !== UserId);
  const isKnown = present === null || people.some((one) => one.UserId === present) || present === UserId;
  return [
    { value: UserId, label: 'You' },
    ...others.map(({ UserId: value, Name }) => ({ value, label: Name })),
    ...(isKnown ? [] : [{ value: present, label: 'A colleague' }]),
  ];
}
