import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { caseRecord } from '#contract/cases/case.ts';
import { episode, insurance, patient } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { saveDraft } from '#local/drafts/drafts.ts';
import { recordKey } from '#local/drafts/unsaved-drafts.ts';
import { openClinic, queued, savedOnce, showSignedIn } from '#shared/testing/clinic.tsx';
import { expectSettled } from '#shared/testing/settled.ts';
import { notADateSentence } from '#shared/ui/date-field/date-text.ts';
import { CaseDrawers, useCaseDesk, type CaseDesk } from './case-desk.tsx';

afterEach(() => lockDevice());

type Open = NonNullable<CaseDesk['opened']>;

function Desk({ what }: { what: Open }) {
  const desk = useCaseDesk();
  const [isFirst, setFirst] = useState(true);
  if (isFirst) {
    setFirst(false);
    desk.open(what);
  }
  return <CaseDrawers PatientId={patient.PatientId} desk={desk} />;
}

/** Opens by itself what was left half-filled. */
function Reopened() {
  return <CaseDrawers PatientId={patient.PatientId} desk={useCaseDesk()} />;
}

// The drawer's code comes with the first one that opens.
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name }, { timeout: 15_000 });
const untilQueued = (look: () => Promise<void>) => waitFor(look, { timeout: 15_000 });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('only what was changed of a case is sent, with what it was before', async () => {
  showSignedIn(await openClinic(), <Desk what={{ kind: 'case', of: episode, parent: null }} />);
  await userEvent.type(await field('Visits a week'), '2');
  await userEvent.type(await field('Weeks'), '6');
  expect(screen.getByText('2x/week for 6 weeks: 12 visits, until 11/30/2026.')).toBeTruthy();
  await press('Remove R26.89');
  await press('Save');
  await untilQueued(async () =>
    expect(await queued()).toEqual([
      {
        name: 'cases.update',
        input: {
          id: episode.CaseId,
          changes: {
            Diagnoses: episode.Diagnoses.slice(0, 1),
            VisitsPerWeek: 2,
            PlanWeeks: 6,
            PlanOfCareStart: '2026-10-20',
            PlanOfCareEnd: '2026-11-30',
          },
        },
        base: {
          Diagnoses: episode.Diagnoses,
          VisitsPerWeek: null,
          PlanWeeks: null,
          PlanOfCareStart: null,
          PlanOfCareEnd: null,
        },
      },
    ]),
  );
});

test.each([
  ['Visits a week', '15', 'Enter a number from 1 to 14.'],
  ['Weeks', '0', 'Enter a number from 1 to 52.'],
  ['Onset', '10212026', 'The onset cannot be after the start of the case.'],
  ['Onset', '1', notADateSentence],
])('%s as %s is refused at its field', async (name, text, sentence) => {
  showSignedIn(await openClinic(), <Desk what={{ kind: 'case', of: episode, parent: null }} />);
  const one = await field(name);
  await userEvent.clear(one);
  await userEvent.type(one, text);
  await press('Save');
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(await queued()).toEqual([]);
});

test('an authorization needs what is allowed once it is approved', async () => {
  showSignedIn(await openClinic(), <Desk what={{ kind: 'authorization', of: null, parent: episode.CaseId }} />);
  await userEvent.type(await field('Number'), 'A-17');
  await press('Add authorization');
  expect(await screen.findByText('Enter how many visits are approved.')).toBeTruthy();
  await userEvent.type(await field('Visits allowed'), '12');
  await press('Add authorization');
  await untilQueued(async () =>
    expect(await queued()).toMatchObject([
      {
        name: 'cases.createAuthorization',
        input: {
          CaseId: episode.CaseId,
          InsuranceId: insurance.InsuranceId,
          Number: 'A-17',
          Allowed: 12,
          Kind: 'visits',
          CountRule: 'signed',
        },
      },
    ]),
  );
});

const { PatientId } = episode;
const typedCase = { Discipline: 'PT', FacilityId: episode.FacilityId, ProviderId: episode.ProviderId };

test('the draft of what is changed goes with its call', async () => {
  const clinic = await openClinic();
  showSignedIn(clinic, <Desk what={{ kind: 'case', of: episode, parent: null }} />);
  await userEvent.type(await field('Case name'), 'x');
  await expectSettled(clinic.device, () => press('Save'));
  expect(await queued()).toMatchObject([
    { name: 'cases.update', input: { changes: { Title: expect.stringContaining('x') } } },
  ]);
});

test('a case is opened once, however often it is pressed, and no draft stays beside it', async () => {
  const clinic = await openClinic();
  await saveDraft(recordKey(caseRecord, PatientId), {
    of: null,
    parent: null,
    typed: { ...typedCase, Title: 'Left knee' },
  });
  showSignedIn(clinic, <Reopened />);
  await screen.findByDisplayValue('Left knee', {}, { timeout: 15_000 });
  await savedOnce(clinic, 'Open case');
  expect(await queued()).toMatchObject([{ name: 'cases.create' }]);
});
