import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HomeProgram } from '#contract/hep/home-program.ts';
import { HomeProgramId } from '#contract/hep/ids.ts';
import { examples } from '#contract/testing/records.ts';
import { facility, patient, testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { everything, openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { PrintHomeProgramPage } from './print-home-program.tsx';

beforeEach(() => {
  setSyncState({ ...syncState(), online: false });
  vi.stubGlobal('print', vi.fn());
});
afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const slowly = { timeout: 15_000 };
const draft = HomeProgram.parse(examples.homePrograms.row);
const given = HomeProgram.parse({ ...draft, Version: 3, HandedOutOn: '2026-11-02' });
const print = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Print' });
const paper = async () => within(await screen.findByRole('region', { name: 'Print preview' }, slowly));

async function open(homePrograms: HomeProgram[], more: object = {}, can = everything) {
  const clinic = await openClinic({ homePrograms, facilities: [facility] }, can);
  const props = {
    PatientId: patient.PatientId,
    HomeProgramId: draft.HomeProgramId,
    onBack: vi.fn(),
    openChart: async () => false,
    ...more,
  };
  showSignedIn(clinic, <PrintHomeProgramPage {...props} />);
}

test('a program is printed offline, in English or Spanish, with doses in words', async () => {
  await open([given]);
  const sheet = await paper();
  expect(await sheet.findByText('3 sets of 10; once a day, every day')).toBeTruthy();
  expect(sheet.getByText('2 sets of 10; 2 times a day, 3 days a week')).toBeTruthy();
  expect(sheet.getByText(/Given on 11\/02\/2026 · Version 3$/)).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'es');
  expect(await sheet.findByRole('heading', { name: 'Puente' })).toBeTruthy();
  expect(sheet.getByText('2 series de 10; 2 veces al día, 3 días por semana')).toBeTruthy();
  await userEvent.click(print());
  await waitFor(async () => expect((await queued()).map(({ name }) => name)).toEqual(['session.recordPrint']));
  expect((await queued())[0]?.input).toMatchObject({ what: 'home program', PatientId: patient.PatientId });
});

test('a draft counts as given once it is printed', async () => {
  await open([draft]);
  expect(await screen.findByText(/^This is a draft\. Once printed/, {}, slowly)).toBeTruthy();
  await userEvent.click(print());
  await waitFor(async () => expect(await queued()).toHaveLength(2), slowly);
  expect(await queued()).toMatchObject([
    {
      name: 'hep.updateHomeProgram',
      input: { id: draft.HomeProgramId, changes: { HandedOutOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) } },
    },
    { name: 'session.recordPrint' },
  ]);
});

test('who may not write notes prints a draft, which stays one', async () => {
  await open(
    [draft],
    {},
    everything.filter((one) => one !== 'write notes'),
  );
  await paper();
  await userEvent.click(print());
  await waitFor(async () => expect((await queued()).map(({ name }) => name)).toEqual(['session.recordPrint']), slowly);
});

test.each([
  ['is not on this device', { HomeProgramId: HomeProgramId.parse(testId(90)) }],
  ['is of another patient', { PatientId: testId(91) }],
])('a program that %s is not printed', async (_, more) => {
  await open([given], more);
  expect(await screen.findByText('This home program is not on this device yet', {}, slowly)).toBeTruthy();
  expect(print().disabled).toBe(true);
});
