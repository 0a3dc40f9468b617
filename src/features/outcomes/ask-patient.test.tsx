import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import { OutcomeResponse } from '#contract/outcomes/outcome-response.ts';
import { episode, stamp, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { answersTo } from '#shared/testing/answered.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { OutcomesPart } from './outcomes-part.tsx';

const answers: Record<string, unknown> = {};
let calls: ReturnType<typeof answersTo>;
beforeEach(() => {
  calls = answersTo(answers);
});
const asked = () => calls.map(([name, input]) => `${name} ${JSON.stringify(input)}`);
afterEach(() => {
  lockDevice();
});
const slowly = { timeout: 15_000 };

const open = async (outcomeResponses: OutcomeResponse[] = []) =>
  showSignedIn(
    await openClinic({ outcomeResponses }),
    <OutcomesPart
      visit={visit}
      NoteId={NoteId.parse(visit.VisitId)}
      isDischarge={false}
      response=""
      onResponse={() => undefined}
      onLeave={() => undefined}
    />,
  );
async function choose(name: RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Add a score' }, slowly));
  await userEvent.click(screen.getByRole('combobox', { name: 'Outcome measure' }));
  await userEvent.click(await screen.findByRole('option', { name }));
}

test('the questions of a measure are sent to the patient, and it says how', async () => {
  answers['surveys.sendOutcome'] = { reached: ['text'] };
  await open();
  await choose(/^PHQ-9/);
  await userEvent.click(await screen.findByRole('button', { name: 'Send PHQ-9 to the patient' }));
  expect(await screen.findByText('The PHQ-9 was sent by text message.', {}, slowly)).toBeTruthy();
  expect(asked()).toEqual([`surveys.sendOutcome ${JSON.stringify({ id: visit.VisitId, MeasureKey: 'phq9' })}`]);
});

test('why it was not sent is said in the server’s words', async () => {
  answers['surveys.sendOutcome'] = new Error('The chart has no email or mobile phone. No survey was sent.');
  await open();
  await choose(/^NPRS/);
  await userEvent.click(await screen.findByRole('button', { name: 'Send NPRS to the patient' }));
  expect(
    await screen.findByText('The chart has no email or mobile phone. No survey was sent.', {}, slowly),
  ).toBeTruthy();
});

test.each([/^ODI/, /^PSFS/])('%s is not sent to patients', async (name) => {
  await open();
  await choose(name);
  expect(await screen.findByRole('button', { name: 'Save score' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /to the patient$/ })).toBeNull();
});

test('a score that the patient gave says so', async () => {
  const given = OutcomeResponse.parse({
    OutcomeResponseId: testId(1),
    CaseId: visit.CaseId,
    PatientId: episode.PatientId,
    NoteId: null,
    MeasureKey: 'nprs',
    Version: 1,
    Date: '2026-10-01',
    Answers: [{ ItemKey: '1', Value: 4, Text: null }],
    Score: 4,
    CorrectsId: null,
    EnteredBy: 'patient',
    SurveySendId: testId(2),
    updated_at: stamp,
  });
  await open([given]);
  expect(await screen.findByText(/4 of 10 on .*, answered by the patient/, {}, slowly)).toBeTruthy();
});
