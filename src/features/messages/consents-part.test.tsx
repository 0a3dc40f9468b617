import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { PatientConsents } from '#contract/messages/patient-consents.ts';
import { patient, stamp } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { answersTo } from '#shared/testing/answered.ts';
import { everything, openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { ConsentsPart } from './consents-part.tsx';

let answers: Record<string, unknown>;
let asked: ReturnType<typeof answersTo>;
beforeEach(() => {
  answers = {};
  asked = answersTo(answers);
});
afterEach(() => lockDevice());
const slowly = { timeout: 15_000 };
const { PatientId } = patient;
const entry = { channel: 'email', purpose: 'visits', given: true, how: 'staff', at: stamp } as const;
const consents = PatientConsents.parse({
  PatientId,
  standing: [entry],
  history: [{ ...entry, wording: 'chart', by: 'Ada Okafor' }],
  stoppedAt: null,
  newNumber: null,
});

async function open(of: Partial<PatientConsents> = {}, can: readonly string[] = everything) {
  answers['messages.consents'] = { ...consents, ...of };
  showSignedIn(await openClinic({}, [...can] as never), <ConsentsPart PatientId={PatientId} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Message consent' }, slowly));
  return screen.findByRole('dialog', { name: 'Message consent' }, slowly);
}
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name }, slowly);

test('what is changed is recorded, and no more, and stands in the history', async () => {
  const drawer = await open();
  expect((await box('Visits by email')).checked).toBe(true);
  expect((await box('Visits by text')).checked).toBe(false);
  const history = within(drawer).getByRole('list', { name: 'Consent history' });
  expect(history.textContent).toMatch(/Visits by email: yes.*at the clinic, recorded by Ada Okafor/);
  const save = within(drawer).getByRole<HTMLButtonElement>('button', { name: 'Save consent' });
  const isOff = () => save.getAttribute('aria-disabled') === 'true';
  expect(isOff()).toBe(true);
  await userEvent.click(save);
  expect(asked.map(([name]) => name)).toEqual(['messages.consents']);
  await userEvent.click(await box('Surveys by text'));
  const told = { ...entry, channel: 'text', purpose: 'surveys' } as const;
  answers['messages.saveConsents'] = {
    ...consents,
    standing: [entry, told],
    history: [{ ...told, wording: 'chart', by: 'Ada Okafor' }, ...consents.history],
  };
  await userEvent.click(save);
  expect(await screen.findByText('Surveys by text: yes', {}, slowly)).toBeTruthy();
  expect(asked.at(-1)).toEqual([
    'messages.saveConsents',
    { id: PatientId, email: {}, text: { surveys: true }, base: { email: { visits: true }, text: {} } },
  ]);
  expect(isOff()).toBe(true);
  expect(document.activeElement).toBe(save);
});

test('a choice that someone else has made differently is shown, and mine goes over it knowingly', async () => {
  const drawer = await open();
  await userEvent.click(await box('Visits by text'));
  await userEvent.click(await box('Surveys by text'));
  const theirs = [entry, { ...entry, channel: 'text', given: false } as const];
  answers['messages.consents'] = { ...consents, standing: theirs };
  const current = { email: { visits: true }, text: { visits: false } };
  answers['messages.saveConsents'] = new AppError('changed-elsewhere', 'Someone else changed this.', { current });
  const press = async (name: string) => userEvent.click(await within(drawer).findByRole('button', { name }, slowly));
  await press('Save consent');
  expect((await within(drawer).findByRole('alert', {}, slowly)).textContent).toContain('Someone else changed this.');
  await press('Show current version');
  expect((await box('Visits by text')).checked).toBe(false);
  await press('Restore my text');
  expect([(await box('Visits by text')).checked, (await box('Surveys by text')).checked]).toEqual([true, true]);
  answers['messages.saveConsents'] = consents;
  await press('Save consent');
  const text = { visits: true, surveys: true };
  await waitFor(
    () => expect(asked.at(-1)).toEqual(['messages.saveConsents', { id: PatientId, email: {}, text, base: current }]),
    slowly,
  );
});

test('without a right to edit patients it is read alone; a STOP and a new number are shown', async () => {
  const drawer = await open(
    { stoppedAt: stamp, newNumber: { loginFrom: null }, history: [], standing: [] },
    everything.filter((one) => one !== 'edit patients'),
  );
  expect((await box('Visits by email')).disabled).toBe(true);
  expect(within(drawer).queryByRole('button', { name: 'Save consent' })).toBeNull();
  expect(drawer.textContent).toMatch(/This number replied STOP/);
  expect(drawer.textContent).toMatch(/To allow it, enter the number in the chart again\./);
  expect(within(drawer).getByText('No consent recorded')).toBeTruthy();
});
