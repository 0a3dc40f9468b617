import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { ImporterScreen } from './importer-screen.tsx';

afterEach(() => {
  act(() => setSyncState(null));
  lockDevice();
  vi.unstubAllGlobals();
});

const found = {
  ImportBatchId: null,
  counts: { patients: 1, payers: 0, insurances: 0, unchanged: 0 },
  problems: [],
  problemCounts: { errors: 0, warnings: 0 },
  alike: [] as unknown[],
  alikeCount: 0,
  preview: [{ name: 'Okafor, Ada', DateOfBirth: '1980-02-01', city: 'Salem', payer: '' }],
};

test('chosen files are looked at first and imported by the button alone', async () => {
  const sent = sentTo((path) => (path.endsWith('/batches') ? { batches: [] } : found));
  const { container } = showSignedIn(await openClinic(), <ImporterScreen />);
  await screen.findByRole('button', { name: 'Choose files' });
  const file = new File(['Id,FIRST,LAST\n1,Ada,Okafor\n'], 'patients.csv', { type: 'text/csv' });
  await userEvent.upload(container.querySelector('input[type=file]') as HTMLInputElement, file);
  const button = await screen.findByRole('button', { name: 'Import 1 patient' });
  expect(screen.getByText('Okafor, Ada')).toBeTruthy();
  expect(sent.map(({ body }) => body['dryRun'])).toEqual([true]);
  await userEvent.click(button);
  await waitFor(() => expect(sent.map(({ body }) => body['dryRun'])).toEqual([true, false]));
  expect(await screen.findByText('Imported records')).toBeTruthy();
});

const rosaHere = {
  PatientId: testId(1),
  FirstName: 'Rosa',
  LastName: 'Alvarez',
  PreferredName: null,
  DateOfBirth: '1958-03-14',
  Phone: '9785551000',
  lastVisit: { Start: '2026-11-02T09:00', provider: 'Maya Chen' },
  sure: true,
  shared: ['name', 'birthDate'],
};
const row = { file: 'people.csv', FirstName: 'Rosa', LastName: 'Alvarez', DateOfBirth: '1958-03-14', Phone: null };
const three = {
  ...found,
  counts: { ...found.counts, patients: 0 },
  alike: [
    { ...row, id: testId(10), line: 2, people: [rosaHere], rows: [] },
    { ...row, id: testId(11), line: 3, people: [rosaHere], rows: [{ id: testId(10), file: 'people.csv', line: 2 }] },
    { ...row, id: testId(12), line: 4, people: [rosaHere], rows: [] },
  ],
  alikeCount: 3,
};

async function chooseThree() {
  const sent = sentTo((path) => (path.endsWith('/batches') ? { batches: [] } : three));
  const { container } = showSignedIn(await openClinic(), <ImporterScreen />);
  await screen.findByRole('button', { name: 'Choose files' });
  const file = new File(['FIRST,LAST,BIRTHDATE\nRosa,Alvarez,1958-03-14\n'], 'people.csv', { type: 'text/csv' });
  await userEvent.upload(container.querySelector('input[type=file]') as HTMLInputElement, file);
  await screen.findByText('3 patients may already be here');
  return sent;
}

test('of each who may be here already it is asked who they are; without an answer they are skipped', async () => {
  const sent = await chooseThree();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import 0 patients' }).disabled).toBe(true);
  const [first, second] = screen.getAllByRole('radiogroup').map((group) => within(group));
  expect(first?.getByText(/last visit 11\/02\/2026 with Maya Chen · same name and birth date/)).toBeTruthy();
  await userEvent.click(first?.getByRole('radio', { name: /^Same person as Alvarez, Rosa/ }) as HTMLElement);
  await userEvent.click(second?.getByRole('radio', { name: /^Another person/ }) as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 patient' }));
  await waitFor(() => expect(sent.some(({ body }) => body['dryRun'] === false)).toBe(true));
  expect(sent.find(({ body }) => body['dryRun'] === false)?.body).toMatchObject({
    samePeople: [{ id: testId(10), is: testId(1) }],
    otherPeople: [testId(11)],
  });
});

test('one press answers for all of them', async () => {
  const sent = await chooseThree();
  await userEvent.click(screen.getByRole('button', { name: 'All are other people' }));
  await userEvent.click(screen.getByRole('button', { name: 'Import 3 patients' }));
  await waitFor(() => expect(sent.some(({ body }) => body['dryRun'] === false)).toBe(true));
  expect(sent.find(({ body }) => body['dryRun'] === false)?.body).toMatchObject({
    samePeople: [],
    otherPeople: [testId(10), testId(11), testId(12)],
  });
});

const chooseFile = (container: HTMLElement, name: string, type: string) =>
  userEvent.upload(container.querySelector('input[type=file]') as HTMLInputElement, new File(['PK'], name, { type }), {
    applyAccept: false,
  });

test('a file of another kind is refused in one sentence, and nothing is sent', async () => {
  const sent = sentTo(() => ({ batches: [] }));
  const { container } = showSignedIn(await openClinic(), <ImporterScreen />);
  await screen.findByRole('button', { name: 'Choose files' });
  await chooseFile(container, 'patients.xlsx', 'application/zip');
  const told = 'patients.xlsx is not a CSV file. Save it as CSV first, then choose it again.';
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(told));
  expect(sent).toEqual([]);
});

test('rows that are skipped or repaired are listed with file, line and reason, and the good ones can be imported', async () => {
  const problem = { file: 'bad.csv', line: 3, severity: 'error', reason: 'The birth date is not a real date.' };
  const repaired = { ...problem, line: 6, severity: 'warning', reason: 'GENDER could not be read and was left empty.' };
  const unused = { file: 'visits.csv', line: 1, severity: 'error', reason: 'This file was not used.' };
  const problems = [problem, repaired, unused];
  sentTo((path) =>
    path.endsWith('/batches') ? { batches: [] } : { ...found, problems, problemCounts: { errors: 2, warnings: 1 } },
  );
  const { container } = showSignedIn(await openClinic(), <ImporterScreen />);
  await screen.findByRole('button', { name: 'Choose files' });
  await chooseFile(container, 'bad.csv', 'text/csv');
  const table = within(await screen.findByRole('table', { name: 'Problems by row' }));
  for (const { file, line, severity, reason } of problems) {
    const row = table.getByText(reason).closest('tr')?.textContent ?? '';
    expect(row).toContain(file);
    expect(row).toContain(String(line));
    expect(row).toContain(severity === 'error' ? 'Skipped' : 'Repaired');
  }
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import 1 patient' }).disabled).toBe(false);
});

test('without the network the importer says what it needs, and takes no file', async () => {
  sentTo(() => ({ batches: [] }));
  setSyncState({ ...syncState(), online: false });
  showSignedIn(await openClinic(), <ImporterScreen />);
  expect(await screen.findByText(/^You are offline\. You must be online to import\./)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose files' }).disabled).toBe(true);
});
