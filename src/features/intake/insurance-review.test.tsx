import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import type { InsuranceToReview } from '#contract/intake/endpoints.ts';
import { patient, payer, testId } from '#contract/testing/rows.ts';
import { draftKeys, readDraft, saveDraft } from '#local/drafts/drafts.ts';
import { allTyped, unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { lockDevice } from '#local/store/device.ts';
import { answersTo } from '#shared/testing/answered.ts';
import { everything, openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { saveUnsaved } from '#shared/unsaved.ts';
import { futureSentence } from '#shared/ui/date-field/date-text.ts';
import { InsuranceReview } from './insurance-review.tsx';
import { firstPolicy } from './policy-values.ts';

const slowly = { timeout: 15_000 };
beforeEach(() => {
  URL.createObjectURL = () => 'blob:card';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  lockDevice();
  vi.restoreAllMocks();
});

const IntakeId = testId(80);
const entered = {
  IntakeId,
  submittedAt: '2026-11-18T08:00:00Z',
  plan: 'Blue Harbor',
  member: 'XK-7',
  group: '12',
  holder: null as string | null,
  front: testId(81),
  back: null,
};
const photo = {
  'files.download': { url: '/api/files/content/abc', MediaType: 'image/jpeg' },
  'files.content': { filename: 'card.jpg', content: new Uint8Array([1]) },
};

async function open(more: object = {}, entry: object | null = entered) {
  const asked = answersTo({ ...photo, 'intake.insurance': { entered: entry }, ...more } as never);
  const clinic = await openClinic({ patients: [patient], payers: [payer] });
  showSignedIn(clinic, <InsuranceReview PatientId={patient.PatientId} />);
  return asked;
}
const choose = async (name: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name }, slowly));
  await userEvent.click(await screen.findByRole('option', { name: option }, slowly));
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, slowly));

test('the card is beside the fields, and what is accepted is what was looked over', async () => {
  const asked = await open({ 'intake.acceptInsurance': {} });
  expect((await screen.findByRole('img', { name: 'Front of the card' }, slowly)).getAttribute('src')).toBe('blob:card');
  expect(screen.getByText('Blue Harbor')).toBeTruthy();
  await press('Accept');
  expect(await screen.findByText('Choose the payer.')).toBeTruthy();
  await choose('Payer', 'Medicare Part B');
  await choose('Place', 'Secondary');
  await press('Accept');
  const sent = () => asked.filter(([name]) => name === 'intake.acceptInsurance').map(([, input]) => input);
  await waitFor(() => expect(sent()).toHaveLength(1), slowly);
  expect(sent()).toMatchObject([
    {
      IntakeId,
      PayerId: payer.PayerId,
      Priority: 2,
      MemberId: 'XK-7',
      GroupNumber: '12',
      Relationship: '18',
      Subscriber: null,
    },
  ]);
});

test('of another holder it needs name and birth date, and has the address of the patient', async () => {
  const asked = await open({ 'intake.acceptInsurance': {} }, { ...entered, holder: 'Luis Miguel Alvarez' });
  await choose('Payer', 'Medicare Part B');
  await choose('Patient is', 'Spouse');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /last name$/ }).value).toBe('Alvarez');
  await press('Accept');
  expect(await screen.findByText('Enter the birth date.')).toBeTruthy();
  const birth = screen.getByLabelText('Policy holder’s birth date');
  await userEvent.type(birth, '03/14/2058{Tab}');
  await press('Accept');
  expect(await screen.findByText(futureSentence)).toBeTruthy();
  await userEvent.clear(birth);
  await userEvent.type(birth, '3/14/58{Tab}');
  await press('Accept');
  const sent = () => asked.filter(([name]) => name === 'intake.acceptInsurance').map(([, input]) => input);
  await waitFor(() => expect(sent()).toHaveLength(1), slowly);
  const { Address1, City, StateOrProvince, PostalCode } = patient;
  const holder = { FirstName: 'Luis Miguel', LastName: 'Alvarez', DateOfBirth: '1958-03-14', Sex: 'U' };
  expect(sent()).toMatchObject([
    { Relationship: '01', Subscriber: { ...holder, Address1, City, StateOrProvince, PostalCode } },
  ]);
});

test('it is refused with a reason', async () => {
  const asked = await open({ 'intake.refuseInsurance': { refused: true } });
  await press('Refuse…');
  await press('Refuse');
  expect(await screen.findByText('Enter the reason.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Why it is refused'), 'Card of another person');
  await press('Refuse');
  await waitFor(
    () => expect(asked).toContainEqual(['intake.refuseInsurance', { IntakeId, reason: 'Card of another person' }]),
    slowly,
  );
});

test('what somebody else has decided meanwhile is told, and asked for anew', async () => {
  const taken = new AppError('conflict', 'Someone else has already reviewed this insurance. Nothing was changed.');
  const asked = await open({ 'intake.acceptInsurance': taken });
  await choose('Payer', 'Medicare Part B');
  await press('Accept');
  expect(await screen.findByText(/^Someone else has already reviewed this insurance/, {}, slowly)).toBeTruthy();
  await waitFor(() => expect(asked.filter(([name]) => name === 'intake.insurance')).toHaveLength(2), slowly);
});

test('what is typed of a policy and of a reason is filled in again after a lock, and gone once it is decided', async () => {
  const asked = answersTo({ ...photo, 'intake.insurance': { entered }, 'intake.acceptInsurance': {} } as never);
  const clinic = await openClinic({ patients: [patient], payers: [payer] });
  const review = <InsuranceReview PatientId={patient.PatientId} />;
  const before = showSignedIn(clinic, review);
  await choose('Payer', 'Medicare Part B');
  const group = await screen.findByRole('textbox', { name: 'Group number' });
  await userEvent.clear(group);
  await userEvent.type(group, '4711');
  await press('Refuse…');
  await userEvent.type(screen.getByLabelText('Why it is refused'), 'The card is blurred');
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  // The address where it goes on: the tab of the chart that shows it.
  expect(await allTyped()).toMatchObject([
    { kind: 'at', id: `insuranceReview/patients/${patient.PatientId}?tab=insurance` },
  ]);

  showSignedIn(clinic, review);
  expect(await screen.findByDisplayValue('4711', {}, slowly)).toBeTruthy();
  expect(screen.getByDisplayValue('The card is blurred')).toBeTruthy();
  expect(await screen.findByDisplayValue('Medicare Part B', {}, slowly)).toBeTruthy();
  await press('Accept');
  await waitFor(async () => expect(await draftKeys()).toEqual([]), slowly);
  expect(asked.findLast(([name]) => name === 'intake.acceptInsurance')?.[1]).toMatchObject({ GroupNumber: '4711' });
});

test('what was typed of forms that were sent before is not filled in for these', async () => {
  await openClinic({ patients: [patient], payers: [payer] });
  const typed = { policy: { MemberId: 'OLD-1' }, reason: 'Too old' };
  await saveDraft(unsavedKey.at('insuranceReview', `/patients/${patient.PatientId}?tab=insurance`), {
    of: testId(99),
    typed,
  });
  answersTo({ ...photo, 'intake.insurance': { entered } } as never);
  const clinic = await openClinic({ patients: [patient], payers: [payer] });
  showSignedIn(clinic, <InsuranceReview PatientId={patient.PatientId} />);
  expect(await screen.findByDisplayValue('XK-7', {}, slowly)).toBeTruthy();
  await waitFor(async () => expect(await draftKeys()).toEqual([]), slowly);
  expect(screen.queryByDisplayValue('Too old')).toBeNull();
});

const formerKey = unsavedKey.at('insuranceReview', `/patients/${patient.PatientId}`);
const tabKey = unsavedKey.at('insuranceReview', `/patients/${patient.PatientId}?tab=insurance`);

test('what was typed in an older app is filled in, and kept where it is reopened on the tab', async () => {
  const clinic = await openClinic({ patients: [patient], payers: [payer] });
  const policy = firstPolicy(entered as InsuranceToReview);
  await saveDraft(formerKey, { of: IntakeId, typed: { policy, reason: 'The card is blurred' } });
  answersTo({ ...photo, 'intake.insurance': { entered } } as never);
  showSignedIn(clinic, <InsuranceReview PatientId={patient.PatientId} />);
  await waitFor(async () => expect(await draftKeys()).toEqual([tabKey]), slowly);
  expect(await readDraft(tabKey)).toMatchObject({ of: IntakeId, typed: { reason: 'The card is blurred' } });
});

test.each([
  ['today', tabKey],
  ['an older app', formerKey],
])('an insurance that someone else has decided on is told of once, and its draft of %s goes', async (_, key) => {
  const clinic = await openClinic({ patients: [patient], payers: [payer] });
  const typed = { policy: { MemberId: 'OLD-1' }, reason: '' };
  await saveDraft(key, { of: IntakeId, typed });
  answersTo({ 'intake.insurance': { entered: null } } as never);
  showSignedIn(clinic, <InsuranceReview PatientId={patient.PatientId} />);
  expect(await screen.findByText(/no longer needs a review\. Your changes were discarded\.$/, {}, slowly)).toBeTruthy();
  await waitFor(async () => expect(await draftKeys()).toEqual([]), slowly);
});

test('where nothing waits, and without the right, nothing is shown', async () => {
  const asked = await open({}, null);
  await waitFor(() => expect(asked).toHaveLength(1), slowly);
  expect(screen.queryByRole('region')).toBeNull();
  const can = everything.filter((one) => one !== 'edit patients');
  const clinic = await openClinic({ patients: [patient], payers: [payer] }, can);
  showSignedIn(clinic, <InsuranceReview PatientId={patient.PatientId} />);
  expect(within(document.body).queryByText('Insurance from the patient’s forms')).toBeNull();
  expect(asked).toHaveLength(1);
});
