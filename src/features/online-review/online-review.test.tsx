import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReviewSite } from '#contract/online-review/review-site.ts';
import { examples } from '#contract/testing/records.ts';
import { facility, patient, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { answersTo } from '#shared/testing/answered.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { PrivateNotes } from './private-notes.tsx';
import { ReviewSites } from './review-sites.tsx';
import { SendReviewLink } from './send-review-link.tsx';

const answers: Record<string, unknown> = {};
let calls: ReturnType<typeof answersTo>;
beforeEach(() => {
  calls = answersTo(answers);
});
const asked = () => calls.map(([name, input]) => `${name} ${JSON.stringify(input)}`);
afterEach(() => lockDevice());
const slowly = { timeout: 15_000 };

const note = {
  OnlineReviewSendId: 'a',
  PatientId: patient.PatientId,
  FirstName: 'Rosa',
  LastName: 'Delgado',
  PreferredName: null,
  DateOfBirth: '1958-03-14',
  Phone: '9785550101',
  note: 'The room was cold.',
  at: '2026-11-17T15:00:00Z',
  readAt: null,
};

test('two of one name who wrote are told apart', async () => {
  const twin = { ...note, OnlineReviewSendId: 'b', PatientId: testId(92), Phone: '9785550102' };
  answers['onlineReview.notes'] = { notes: [note, twin] };
  showSignedIn(await openClinic({}), <PrivateNotes />);
  expect(await screen.findAllByText(/^born 03\/14\/1958 · \(978\) 555-010/, {}, slowly)).toHaveLength(2);
});

test('private notes are shown with whom to call, until they are read', async () => {
  answers['onlineReview.notes'] = { notes: [note] };
  showSignedIn(await openClinic({}), <PrivateNotes />);
  expect(await screen.findByText('The room was cold.', {}, slowly)).toBeTruthy();
  expect(screen.getByRole('link', { name: '(978) 555-0101' }).getAttribute('href')).toBe('tel:9785550101');
  answers['onlineReview.read'] = { readAt: '2026-11-18T15:00:00Z' };
  answers['onlineReview.notes'] = { notes: [{ ...note, readAt: '2026-11-18T15:00:00Z' }] };
  await userEvent.click(screen.getByRole('button', { name: 'Mark as read: Delgado, Rosa' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Mark as read/ })).toBeNull());
  expect(asked()).toContain('onlineReview.read {"OnlineReviewSendId":"a"}');
});

test('a note that could not be marked says so, and stays unread', async () => {
  answers['onlineReview.notes'] = { notes: [note] };
  answers['onlineReview.read'] = new Error('The server is busy. Try again.');
  showSignedIn(await openClinic({}), <PrivateNotes />);
  await userEvent.click(await screen.findByRole('button', { name: /^Mark as read/ }, slowly));
  expect(await screen.findByText('The server is busy. Try again.', {}, slowly)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Mark as read/ })).toBeTruthy();
});

test('without notes it says how they come', async () => {
  answers['onlineReview.notes'] = { notes: [] };
  showSignedIn(await openClinic({}), <PrivateNotes />);
  expect(await screen.findByText('No private notes', {}, slowly)).toBeTruthy();
});

const stars = ReviewSite.parse(examples.reviewSites.row);
const maps = ReviewSite.parse({ ...stars, ReviewSiteId: testId(87), Name: 'Maps', SortOrder: 3 });

test('the review sites stand in the order that patients see', async () => {
  const votes = { ...maps, ReviewSiteId: ReviewSite.shape.ReviewSiteId.parse(testId(88)), Name: 'Votes', SortOrder: 2 };
  showSignedIn(await openClinic({ facilities: [facility], reviewSites: [maps, votes, stars] }), <ReviewSites />);
  const [, ...rows] = await screen.findAllByRole('row', {}, slowly);
  expect(rows.map((row) => /Stars|Votes|Maps/.exec(row.textContent)?.[0])).toEqual(['Stars', 'Votes', 'Maps']);
});

test('the address of a site is shown at every width', async () => {
  showSignedIn(await openClinic({ facilities: [facility], reviewSites: [stars] }), <ReviewSites />);
  const cell = await screen.findByRole('cell', { name: stars.Url }, slowly);
  // Whatever is left out on a phone has a class for it, as its place has.
  const classOf = (name: string) => screen.getByRole('columnheader', { name }).className;
  expect(classOf('Place')).not.toBe('');
  expect([cell.className, classOf('Web address')]).toEqual(['', '']);
});

test('an address that is not https is refused before it is sent', async () => {
  showSignedIn(await openClinic({ facilities: [facility], reviewSites: [stars] }), <ReviewSites />);
  await userEvent.click(await screen.findByText('Stars', {}, slowly));
  const drawer = await screen.findByRole('dialog', {}, slowly);
  const address = await within(drawer).findByRole('textbox', { name: 'Web address' }, slowly);
  await userEvent.clear(address);
  await userEvent.type(address, 'http://stars.example.com');
  await userEvent.click(within(drawer).getByRole('button', { name: 'Save' }));
  expect(await within(drawer).findByText('Enter the whole address, beginning with https://.')).toBeTruthy();
  expect(await queued()).toEqual([]);
  await userEvent.clear(address);
  await userEvent.type(address, 'https://stars.example.com/new');
  await userEvent.click(within(drawer).getByRole('button', { name: 'Save' }));
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([
        { name: 'onlineReview.updateReviewSite', input: { changes: { Url: 'https://stars.example.com/new' } } },
      ]),
    slowly,
  );
});

test('without sites it says that no link can be sent', async () => {
  showSignedIn(await openClinic({ facilities: [facility], reviewSites: [] }), <ReviewSites />);
  expect(await screen.findByText('No review sites', {}, slowly)).toBeTruthy();
});

test('a review link is sent from a visit that has begun, and says how', async () => {
  answers['onlineReview.send'] = { reached: ['email', 'text'] };
  showSignedIn(await openClinic({}), <SendReviewLink visit={{ ...visit, stage: 'billing' }} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Send review link' }, slowly));
  expect(await screen.findByText('The review link was sent by email and text message.', {}, slowly)).toBeTruthy();
});

test('a visit that has not begun has no review link to send', async () => {
  showSignedIn(await openClinic({}), <SendReviewLink visit={{ ...visit, stage: 'confirmed' }} />);
  expect(screen.queryByRole('button', { name: 'Send review link' })).toBeNull();
});
