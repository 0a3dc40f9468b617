import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CaseExercise } from '#contract/flowsheet/case-exercise.ts';
import { exerciseIdOf } from '#contract/exercises/library.ts';
import { HomeProgram } from '#contract/hep/home-program.ts';
import { HomeProgramLog } from '#contract/hep/home-program-log.ts';
import { RtmEpisode } from '#contract/hep/rtm-episode.ts';
import { examples } from '#contract/testing/records.ts';
import { episode, facility, stamp, testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { answersTo } from '#shared/testing/answered.ts';
import { everything, openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { listen } from '#shared/testing/listen.ts';
import { LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { HomePrograms } from './home-programs.tsx';

let answers: Record<string, unknown>;
let asked: ReturnType<typeof answersTo>;
beforeEach(() => {
  answers = {};
  asked = answersTo(answers);
  setSyncState({ ...syncState(), online: true });
});
afterEach(() => lockDevice());
const slowly = { timeout: 15_000 };
const draft = HomeProgram.parse(examples.homePrograms.row);
const given = HomeProgram.parse({
  ...draft,
  HomeProgramId: testId(82),
  Version: 2,
  SentAt: '2026-11-02T15:00:00Z',
  Via: ['text'],
});
const row = CaseExercise.parse({
  ...examples.caseExercises.row,
  ExerciseId: exerciseIdOf('heel-raise'),
  Name: 'Heel raise',
});
const own = CaseExercise.parse({ ...examples.caseExercises.row, CaseExerciseId: testId(83), Name: 'Golf swing' });
const onNavigate = vi.fn();
const part = (
  <>
    <HomePrograms of={episode} onNavigate={onNavigate} />
    <LiveRegion />
  </>
);
const button = (name: string | RegExp) => screen.findByRole('button', { name }, slowly);
const press = async (name: string | RegExp) => userEvent.click(await button(name));
const names = async () => {
  const list = await screen.findByRole('group', { name: 'Exercises' }, slowly);
  return within(list)
    .getAllByRole('button', { name: /^Remove / })
    .map((one) => one.getAttribute('aria-label')?.slice('Remove '.length));
};

test('a program is built from the flowsheet in one press, put in order, and saved on the device', async () => {
  showSignedIn(await openClinic({ caseExercises: [row, own] }), part);
  await press(/^Add a home program/);
  await press('Add all from the flowsheet (1)');
  expect(await screen.findByText(/Not in the library.*Golf swing/, {}, slowly)).toBeTruthy();
  const add = await screen.findByRole('combobox', { name: 'Add an exercise' }, slowly);
  expect(screen.getByRole('group', { name: 'Heel raise' })).toBeTruthy();
  await userEvent.type(add, 'quad set');
  await userEvent.click(await screen.findByRole('option', { name: 'Thigh squeeze' }, slowly));
  expect(await names()).toEqual(['Heel raise', 'Thigh squeeze']);
  await press('Move Thigh squeeze up');
  await waitFor(async () => expect(await names()).toEqual(['Thigh squeeze', 'Heel raise']));
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(async () => expect(await names()).toEqual(['Heel raise', 'Thigh squeeze']));
  const heard = listen();
  await press('Remove Thigh squeeze');
  await waitFor(() => expect(heard).toEqual(['Thigh squeeze removed.']));
  await userEvent.type(add, 'quad set');
  await userEvent.click(await screen.findByRole('option', { name: 'Thigh squeeze' }, slowly));
  await press('Save program');
  await waitFor(async () => expect(await queued()).toHaveLength(1), slowly);
  expect((await queued())[0]).toMatchObject({
    name: 'hep.createHomeProgram',
    input: {
      CaseId: episode.CaseId,
      Items: [
        { ExerciseId: row.ExerciseId, Version: 1, Dose: row.Dose, PerDay: 1, PerWeek: 7, Note: null },
        { ExerciseId: exerciseIdOf('quad-set'), Dose: '2x10x5s' },
      ],
      HandedOutOn: null,
    },
  });
  // The server would send what it does not have yet.
  await waitFor(async () => expect(((await button('Send the draft')) as HTMLButtonElement).disabled).toBe(true));
  expect((await button('Send the draft')).title).toBe(
    'The program is on its way to the server. It can be sent in a moment.',
  );
});

test('a dose that cannot be read is said, and nothing is saved', async () => {
  showSignedIn(await openClinic({ homePrograms: [draft] }), part);
  await press('Edit the draft');
  const [dose] = await screen.findAllByRole('textbox', { name: 'Dose' }, slowly);
  if (!dose) throw new Error('There is no dose');
  await userEvent.clear(dose);
  await userEvent.type(dose, 'lots');
  await press('Save');
  expect(await screen.findByText(/^Bridge: “lots” is not part of a dose/, {}, slowly)).toBeTruthy();
  expect(await queued()).toEqual([]);
});

test('what the patient has is copied, not changed', async () => {
  showSignedIn(await openClinic({ homePrograms: [given] }), part);
  expect(await screen.findByText('2 exercises, sent 11/02/2026 by text message', {}, slowly)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  await press('Copy version 2');
  await waitFor(async () => expect((await queued()).map(({ name }) => name)).toEqual(['hep.createHomeProgram']));
  expect((await queued())[0]?.input).toMatchObject({ Items: given.Items, Note: given.Note, HandedOutOn: null });
  expect(await button('Edit the draft')).toBeTruthy();
});

test('the day on which it was sent is that of the clinic, in the evening too', async () => {
  const clinic = await openClinic({ homePrograms: [{ ...given, SentAt: '2026-11-03T02:00:00Z' }] });
  clinic.setup.website.TimeZone = 'America/Denver';
  showSignedIn(clinic, part);
  expect(await screen.findByText('2 exercises, sent 11/02/2026 by text message', {}, slowly)).toBeTruthy();
});

test('a link is sent online alone, and why it was not is said', async () => {
  answers['hep.send'] = { homeProgram: draft, reached: [], why: 'no-consent' };
  showSignedIn(await openClinic({ homePrograms: [draft] }), part);
  await press('Send the draft');
  const dialog = within(await screen.findByRole('dialog', { name: 'Does the patient agree?' }, slowly));
  answers['hep.send'] = { homeProgram: draft, reached: ['email'], why: null };
  await userEvent.click(await dialog.findByRole('button', { name: 'Record consent and send' }));
  expect(await screen.findByText('The link was sent by email.', {}, slowly)).toBeTruthy();
  expect(asked).toEqual([
    ['hep.send', { id: draft.HomeProgramId, hasAgreed: false }],
    ['hep.send', { id: draft.HomeProgramId, hasAgreed: true }],
  ]);
  act(() => setSyncState({ ...syncState(), online: false }));
  await waitFor(async () => expect(((await button('Send the draft')) as HTMLButtonElement).disabled).toBe(true));
  await press('Print the draft');
  expect(onNavigate).toHaveBeenCalledWith(`/printHomeProgram/${draft.PatientId}/${draft.HomeProgramId}`);
});

test('the log stands by day; who may not write notes reads', async () => {
  const log = (at: number, more: object) =>
    HomeProgramLog.parse({
      HomeProgramLogId: testId(90 + at),
      HomeProgramId: given.HomeProgramId,
      CaseId: episode.CaseId,
      PatientId: episode.PatientId,
      Version: 2,
      ExerciseId: given.Items[0]?.ExerciseId,
      day: '2026-11-03',
      done: true,
      Pain: 2,
      Difficulty: null,
      receivedAt: stamp,
      updated_at: stamp,
      ...more,
    });
  const other = given.Items[1]?.ExerciseId;
  const homeProgramLogs = [
    log(1, {}),
    log(2, { Pain: 6, Difficulty: 'hard' }),
    log(3, { ExerciseId: other, done: false, Pain: null }),
    log(4, { day: '2026-11-04', Pain: null }),
  ];
  const can = everything.filter((one) => one !== 'write notes');
  showSignedIn(await openClinic({ homePrograms: [given], homeProgramLogs }, can), part);
  const list = await screen.findByRole('list', { name: `Log of ${episode.Title}` }, slowly);
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(['11/04/2026: 1 done', '11/03/2026: 1 done, 1 not done, pain up to 6, 1 too hard']);
  expect(screen.queryByRole('button', { name: /^(Send|Copy|Add)/ })).toBeNull();
});

test('a time of monitoring shows its days and what they allow to bill, and is added in a form', async () => {
  const rtmEpisodes = [RtmEpisode.parse({ ...examples.rtmEpisodes.row, From: '2026-01-05', Until: '2026-02-03' })];
  const days = ['2026-01-06', '2026-01-06', '2026-01-09'];
  const homeProgramLogs = days.map((day, at) =>
    HomeProgramLog.parse({
      HomeProgramLogId: testId(95 + at),
      HomeProgramId: given.HomeProgramId,
      CaseId: episode.CaseId,
      PatientId: episode.PatientId,
      Version: 2,
      ExerciseId: given.Items[0]?.ExerciseId,
      day,
      done: true,
      Pain: null,
      Difficulty: null,
      receivedAt: `${day}T18:00:00Z`,
      updated_at: stamp,
    }),
  );
  showSignedIn(await openClinic({ homePrograms: [given], homeProgramLogs, rtmEpisodes, facilities: [facility] }), part);
  expect(await screen.findByText('01/05/2026 to 02/03/2026: 2 days with data, 98985', {}, slowly)).toBeTruthy();
  await press(/^Add monitoring/);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }, slowly), 'Knee.');
  await press('Add monitoring period');
  await waitFor(async () => expect((await queued()).map(({ name }) => name)).toEqual(['hep.createRtmEpisode']), slowly);
  expect((await queued())[0]?.input).toMatchObject({ CaseId: episode.CaseId, Until: null, Consent: 'verbal' });
});

test('the form opens with the focus in its first field: the dose of the first exercise', async () => {
  showSignedIn(await openClinic({ homePrograms: [draft] }), part);
  await press('Edit the draft');
  const [dose] = await screen.findAllByRole('textbox', { name: 'Dose' }, slowly);
  await waitFor(() => expect(document.activeElement).toBe(dose));
});
