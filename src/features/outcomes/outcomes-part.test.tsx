import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import { OutcomeResponse } from '#contract/outcomes/outcome-response.ts';
import { episode, stamp, testId, visit } from '#contract/testing/rows.ts';
import { allTyped } from '#local/drafts/unsaved-drafts.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { OutcomesPart } from './outcomes-part.tsx';

afterEach(() => lockDevice());

const own = NoteId.parse(visit.VisitId);

function response(n: number, more: Partial<OutcomeResponse> = {}): OutcomeResponse {
  return OutcomeResponse.parse({
    OutcomeResponseId: testId(n),
    CaseId: visit.CaseId,
    PatientId: episode.PatientId,
    NoteId: null,
    MeasureKey: 'odi',
    Version: 1,
    Date: '2026-10-01',
    Answers: null,
    Score: 40,
    CorrectsId: null,
    EnteredBy: 'staff',
    SurveySendId: null,
    updated_at: stamp,
    ...more,
  });
}

function Desk({ isDischarge = false, isMeasured = true }) {
  const [text, setText] = useState('');
  return (
    <OutcomesPart
      visit={visit}
      NoteId={own}
      isMeasured={isMeasured}
      isDischarge={isDischarge}
      response={text}
      onResponse={setText}
      onLeave={() => undefined}
    />
  );
}

const open = async (outcomeResponses: OutcomeResponse[] = [], isDischarge = false) =>
  void showSignedIn(await openClinic({ outcomeResponses }), <Desk isDischarge={isDischarge} />);
const choose = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Add a score' }));
  await userEvent.click(screen.getByRole('combobox', { name: 'Outcome measure' }));
  await userEvent.click(await screen.findByRole('option', { name }));
};
const sent = async () => (await queued()).map(({ name, input }) => ({ name, input }));

test('a total is compared with the first one, and says whether the change matters', async () => {
  await open([response(1)]);
  await choose(/^ODI/);
  await userEvent.type(screen.getByRole('textbox', { name: 'Total (0 to 100)' }), '101');
  await userEvent.click(screen.getByRole('button', { name: 'Save score' }));
  expect(await screen.findByText('Enter a number from 0 to 100.')).toBeTruthy();
  expect(await sent()).toEqual([]);
  await userEvent.type(
    screen.getByRole('textbox', { name: 'Total (0 to 100)' }),
    '{Backspace}{Backspace}{Backspace}28',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save score' }));
  expect(
    await screen.findByText('Since the first score: better by 12 points, at least the MCID of 12 points.'),
  ).toBeTruthy();
  expect(await sent()).toMatchObject([
    { name: 'outcomes.record', input: { MeasureKey: 'odi', Score: 28, Answers: null, NoteId: own, CorrectsId: null } },
  ]);
  expect(screen.getByRole('img', { name: /over time: 10\/01\/2026 40 of 100, 11\/18\/2026 28 of 100/ })).toBeTruthy();
});

test('questions are scored as they are answered; self-harm asks for a response at once', async () => {
  await open();
  await choose(/^PHQ-9/);
  const groups = await screen.findAllByRole('radiogroup');
  expect(groups).toHaveLength(10);
  for (const group of groups.slice(0, 8))
    await userEvent.click(within(group).getByRole('radio', { name: 'Not at all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save score' }));
  expect(await screen.findByText('Answer item 9.')).toBeTruthy();
  await userEvent.click(within(groups[8]!).getByRole('radio', { name: 'Several days' }));
  expect(screen.getByText('Score: 1 of 27')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save score' }));
  expect((await screen.findByRole('alert')).textContent).toContain('PHQ-9 item 9');
  await userEvent.type(screen.getByRole('textbox', { name: 'Response' }), 'Called the crisis line.');
  expect((await sent())[0]?.input).toMatchObject({ MeasureKey: 'phq9', Score: 1 });
});

test('a correction names the score it corrects, and takes its place', async () => {
  await open([response(1, { NoteId: own })]);
  await userEvent.click(
    await screen.findByRole('button', { name: 'Correct the last score of Oswestry Disability Index' }),
  );
  const total = screen.getByRole<HTMLInputElement>('textbox', { name: 'Total (0 to 100)' });
  expect(total.value).toBe('40');
  await userEvent.clear(total);
  await userEvent.type(total, '44');
  await userEvent.click(screen.getByRole('button', { name: 'Save score' }));
  expect(await screen.findByText('44 of 100 on 10/01/2026')).toBeTruthy();
  expect(screen.queryByText(/40 of 100/)).toBeNull();
  expect((await sent())[0]?.input).toMatchObject({ CorrectsId: testId(1), Score: 44 });
});

test('at discharge the last score counts, with its day', async () => {
  await open([response(1)], true);
  expect(await screen.findByText('40 of 100 on 10/01/2026, the last score, counts at discharge')).toBeTruthy();
});

test('a half-filled form is there again where it was left', async () => {
  const clinic = await openClinic();
  const shown = showSignedIn(clinic, <Desk />);
  await choose(/^PSFS/);
  await userEvent.type(screen.getByRole('textbox', { name: 'Activity 1' }), 'Stairs');
  await waitFor(async () => expect((await allTyped()).map(({ key }) => key)).toHaveLength(1));
  shown.unmount();
  showSignedIn(clinic, <Desk />);
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Activity 1' })).value).toBe('Stairs');
  expect(await sent()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Add a score' })).toBeTruthy();
});

test('an activity of the patient’s own is rated, and makes a score', async () => {
  await open();
  await choose(/^PSFS/);
  await userEvent.type(screen.getByRole('textbox', { name: 'Activity 1' }), 'Talking on the phone');
  await userEvent.click(screen.getByRole('combobox', { name: 'Rating of activity 1' }));
  await userEvent.click(await screen.findByRole('option', { name: '4' }));
  expect(screen.getByText('Score: 4 of 10')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save score' }));
  expect(await screen.findByText(/^4 of 10 on /)).toBeTruthy();
  expect(await sent()).toMatchObject([{ name: 'outcomes.record', input: { MeasureKey: 'psfs', Score: 4 } }]);
});

test('a rating beyond its scale stays typed and is told of, and nothing is saved in its place', async () => {
  await open();
  await choose(/^SANE/);
  const rating = screen.getByRole<HTMLInputElement>('textbox', { name: /injured part today/ });
  await userEvent.type(rating, '150');
  await userEvent.tab();
  expect(rating.value).toBe('150');
  await userEvent.click(screen.getByRole('button', { name: 'Save score' }));
  expect(await screen.findByText(/not one of the choices/)).toBeTruthy();
  expect(await sent()).toEqual([]);
});

test('a score that is being typed is not lost to the correction of another', async () => {
  await open([response(1)]);
  await choose(/^SANE/);
  await userEvent.type(screen.getByRole('textbox', { name: /injured part today/ }), '70');
  const other = screen.getByRole<HTMLButtonElement>('button', {
    name: 'Correct the last score of Oswestry Disability Index',
  });
  expect(other.disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Save score' }));
  await waitFor(async () => expect(await sent()).toMatchObject([{ input: { MeasureKey: 'sane', Score: 70 } }]));
  await waitFor(() => expect(other.disabled).toBe(false));
});

test('a note in which nothing is measured asks for the response to its earlier answers, and for nothing else', async () => {
  const Answers = [{ ItemKey: '9', Value: 1, Text: null }];
  const asked = response(2, { MeasureKey: 'phq9', Answers, Score: 1, NoteId: own });
  showSignedIn(await openClinic({ outcomeResponses: [asked] }), <Desk isMeasured={false} />);
  expect((await screen.findByRole('alert')).textContent).toContain('PHQ-9 item 9');
  expect(screen.getByRole('textbox', { name: 'Response' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a score' })).toBeNull();
});

test('a note in which nothing is measured and nothing was answered shows no scores', async () => {
  showSignedIn(
    await openClinic({ outcomeResponses: [response(1)] }),
    <>
      <Desk isMeasured={false} />
      <Desk />
    </>,
  );
  expect(await screen.findByRole('button', { name: 'Add a score' })).toBeTruthy();
  expect(screen.getAllByRole('heading', { name: 'Outcome measures' })).toHaveLength(1);
});
