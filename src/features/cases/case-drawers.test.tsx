import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Authorization } from '#contract/cases/authorization.ts';
import { Script } from '#contract/cases/script.ts';
import { episode, insurance, patient, stamp, testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/device.ts';
import { saveDraft } from '#local/drafts.ts';
import { typedKey } from '#local/typed.ts';
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
  showSignedIn(await openClinic(), <Desk what={{ kind: 'case', of: episode, CaseId: episode.CaseId }} />);
  await userEvent.type(await field('Visits a week'), '2');
  await userEvent.type(await field('Weeks'), '6');
  expect(screen.getByText('2x/week for 6 weeks: 12 visits, until 11/30/2026.')).toBeTruthy();
  await press('Take out R26.89');
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
  ['Visits a week', '15', 'A number from 1 to 14.'],
  ['Weeks', '0', 'A number from 1 to 52.'],
  ['Onset', '10212026', 'The onset cannot be after the start of the case.'],
  ['Onset', '1', notADateSentence],
])('%s as %s is refused at its field', async (name, text, sentence) => {
  showSignedIn(await openClinic(), <Desk what={{ kind: 'case', of: episode, CaseId: episode.CaseId }} />);
  const one = await field(name);
  await userEvent.clear(one);
  await userEvent.type(one, text);
  await press('Save');
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(await queued()).toEqual([]);
});

test('an authorization needs what is allowed once it is approved', async () => {
  showSignedIn(await openClinic(), <Desk what={{ kind: 'authorization', of: null, CaseId: episode.CaseId }} />);
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

const { CaseId, PatientId } = episode;
const held = { CaseId, PatientId, Start: '2026-10-20', End: '2026-12-31', Note: null, updated_at: stamp };
const script = Script.parse({ ...held, ScriptId: testId(71), ReferringProviderId: null, Visits: 12 });
const authorization = Authorization.parse({
  ...held,
  AuthorizationId: testId(72),
  InsuranceId: insurance.InsuranceId,
  Number: 'A-17',
  Kind: 'visits',
  Allowed: 12,
  Status: 'approved',
  CountRule: 'signed',
});

test.each([
  ['cases.removeScript', { kind: 'script', of: script, CaseId }, { id: script.ScriptId }],
  ['cases.removeAuthorization', { kind: 'authorization', of: authorization, CaseId }, { id: testId(72) }],
] as [string, Open, object][])('%s tells what was seen, so that nothing else is removed', async (name, what, input) => {
  showSignedIn(await openClinic(), <Desk what={what} />);
  await field('Note');
  await press('Remove…');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await untilQueued(async () => expect(await queued()).toEqual([{ name, input, base: what.of }]));
});

const typedCase = { Discipline: 'PT', FacilityId: episode.FacilityId, ProviderId: episode.ProviderId };

test.each([
  ['cases.update', { kind: 'case', of: episode, CaseId }, 'Title'],
  ['cases.updateScript', { kind: 'script', of: script, CaseId }, 'Note'],
  ['cases.updateAuthorization', { kind: 'authorization', of: authorization, CaseId }, 'Note'],
] as [string, Open, string][])('the draft of what is changed goes with its %s', async (name, what, changed) => {
  const clinic = await openClinic();
  showSignedIn(clinic, <Desk what={what} />);
  await userEvent.type(await field(changed === 'Title' ? 'What it is about' : changed), 'x');
  await expectSettled(clinic.device, () => press('Save'));
  expect(await queued()).toMatchObject([{ name, input: { changes: { [changed]: expect.stringContaining('x') } } }]);
});

test.each([
  ['cases.create', 'Open case', typedKey.case(PatientId), null, { ...typedCase, Title: 'Left knee' }],
  ['cases.createScript', 'Add script', typedKey.script(PatientId), CaseId, { Start: '2026-10-20', Note: 'Left knee' }],
  [
    'cases.createAuthorization',
    'Add authorization',
    typedKey.authorization(PatientId),
    CaseId,
    { Allowed: '12', Note: 'Left knee' },
  ],
])(
  '%s is queued once, however often it is pressed, and no draft stays beside it',
  async (name, button, key, id, typed) => {
    const clinic = await openClinic();
    await saveDraft(key, { of: null, CaseId: id, typed });
    showSignedIn(clinic, <Reopened />);
    await screen.findByDisplayValue('Left knee', {}, { timeout: 15_000 });
    await savedOnce(clinic, button);
    expect(await queued()).toMatchObject([{ name }]);
  },
);
