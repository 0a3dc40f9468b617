import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import * as files from '#shared/save-file.ts';
import { answersTo } from '#shared/testing/answered.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { FilesTab } from './files-tab.tsx';

let asked: ReturnType<typeof answersTo>;
const answers: Record<string, unknown> = {};
const saved: unknown[] = [];

beforeEach(() => {
  saved.length = 0;
  asked = answersTo(answers);
  vi.spyOn(files, 'saveFile').mockImplementation((...of) => void saved.push(of));
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:photo');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  answers['files.download'] = { url: '/api/files/content/abc', MediaType: 'image/jpeg' };
  answers['files.content'] = { filename: 'file-1.pdf', content: new Uint8Array([1]) };
});
afterEach(() => {
  lockDevice();
  vi.restoreAllMocks();
});
const slowly = { timeout: 15_000 };
const file = {
  FileId: 'a',
  FileVersionId: 'v1',
  Number: 1,
  Name: 'Insurance card, front',
  Category: 'idCard',
  MediaType: 'image/jpeg',
  Bytes: 312_000,
  createdAt: patient.created_at,
};
const form = {
  ...file,
  FileId: 'b',
  FileVersionId: 'v2',
  Name: 'Intake forms',
  Category: 'intake',
  MediaType: 'application/pdf',
};
const tab = <FilesTab PatientId={patient.PatientId} />;

test('photos are shown in a drawer, documents are downloaded, each by an address of its own', async () => {
  answers['files.list'] = { PatientId: patient.PatientId, files: [form, file] };
  showSignedIn(await openClinic({}), tab);
  const list = within(await screen.findByRole('list', { name: 'Files of this chart' }, slowly));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Intake formsIntake form, added .*312 KBDownload$/),
    expect.stringMatching(/^Insurance card, frontInsurance card, added .*312 KBView$/),
  ]);
  await userEvent.click(list.getByRole('button', { name: 'View Insurance card, front' }));
  const drawer = await screen.findByRole('dialog', { name: 'Insurance card, front' }, slowly);
  expect(within(drawer).getByRole('img', { name: 'Insurance card, front' }).getAttribute('src')).toBe('blob:photo');
  expect(asked.slice(-2)).toEqual([
    ['files.download', { id: 'v1' }],
    ['files.content', { token: 'abc' }],
  ]);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Download Intake forms' }, slowly));
  await waitFor(() => expect(saved).toEqual([['file-1.pdf', new Uint8Array([1]), 'application/pdf']]));
});

test('a file that cannot be opened says so', async () => {
  answers['files.list'] = { PatientId: patient.PatientId, files: [file] };
  answers['files.content'] = new Error('This address no longer works.');
  showSignedIn(await openClinic({}), tab);
  await userEvent.click(await screen.findByRole('button', { name: 'View Insurance card, front' }, slowly));
  expect(await screen.findByText(/This address no longer works|could not be opened/, {}, slowly)).toBeTruthy();
});

test('a chart without files says what will be there', async () => {
  answers['files.list'] = { PatientId: patient.PatientId, files: [] };
  showSignedIn(await openClinic({}), tab);
  expect(await screen.findByText('No files yet', {}, slowly)).toBeTruthy();
});
