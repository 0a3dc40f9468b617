import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Facility } from '#contract/facilities/facility.ts';
import { BookingRule } from '#contract/online-scheduling/booking-rule.ts';
import { examples } from '#contract/testing/records.ts';
import { facility, stamp, testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { OnlineSchedulingScreen } from './online-scheduling-screen.tsx';

afterEach(() => lockDevice());
const slowly = { timeout: 15_000 };
const types = ['Evaluation', 'Follow-up', 'Staff meeting', 'Old visit'].map((Name, at) => ({
  VisitTypeId: testId(600 + at),
  Name,
  IsNonPatientVisit: Name === 'Staff meeting',
  Minutes: 45,
  Overlap: 'no' as const,
  Capacity: 1,
  deleted_at: Name === 'Old visit' ? stamp : null,
}));
const harbor = Facility.parse({ ...facility, visit_types: types });
const rule = BookingRule.parse({
  ...examples.bookingRules.row,
  FacilityId: harbor.FacilityId,
  VisitTypeName: 'Evaluation',
  PublicName: 'First visit',
  IsOn: false,
});
const screenOf = async (bookingRules: BookingRule[]) =>
  showSignedIn(await openClinic({ facilities: [harbor], bookingRules }), <OnlineSchedulingScreen />);

test('without a rule it says that nobody can book, and shows no address', async () => {
  await screenOf([]);
  expect(await screen.findByText('No rules for online scheduling', {}, slowly)).toBeTruthy();
  expect(screen.queryByText(/^Link for your website/)).toBeNull();
});

test('the address for the website is there once a rule is on', async () => {
  await screenOf([{ ...rule, IsOn: true }]);
  const link = await screen.findByRole('link', { name: /patientLogin/ }, slowly);
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '');
  expect(pathname).toBe('/patientLogin');
  expect(Object.fromEntries(searchParams)).toMatchObject({ returnTo: '/onlineScheduling', aupl: '1' });
  expect(searchParams.has('agl')).toBe(false);
});

test('a rule is switched on in its form, and offers the visit types of its facility alone', async () => {
  await screenOf([rule]);
  await userEvent.click(await screen.findByText('First visit', {}, slowly));
  const drawer = await screen.findByRole('dialog', {}, slowly);
  await userEvent.click(await within(drawer).findByRole('combobox', { name: 'Visit type' }, slowly));
  const offered = await screen.findAllByRole('option', {}, slowly);
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Evaluation', 'Follow-up']);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(within(drawer).getByRole('switch', { name: /^Book online/ }));
  await userEvent.click(within(drawer).getByRole('button', { name: 'Save' }));
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([
        { name: 'onlineScheduling.updateBookingRule', input: { changes: { IsOn: true } } },
      ]),
    slowly,
  );
});

test('who works at one facility sees its rules alone, and who works everywhere all of them', async () => {
  const far = Facility.parse({ ...harbor, FacilityId: testId(33), LastName: 'Westside' });
  const theirs = BookingRule.parse({
    ...rule,
    BookingRuleId: testId(78),
    FacilityId: far.FacilityId,
    PublicName: 'Far',
  });
  const rows = { facilities: [harbor, far], bookingRules: [rule, theirs] };
  const { unmount } = showSignedIn(await openClinic(rows), <OnlineSchedulingScreen />);
  expect(await screen.findByText('First visit', {}, slowly)).toBeTruthy();
  expect(screen.getByText('Far')).toBeTruthy();
  unmount();
  const clinic = await openClinic(rows);
  clinic.setup.currentUser.facilityIds = [far.FacilityId];
  showSignedIn(clinic, <OnlineSchedulingScreen />);
  expect(await screen.findByText('Far', {}, slowly)).toBeTruthy();
  expect(screen.queryByText('First visit')).toBeNull();
});

test('who works at one facility makes rules for it alone', async () => {
  const far = Facility.parse({ ...harbor, FacilityId: testId(33), LastName: 'Westside' });
  const clinic = await openClinic({ facilities: [harbor, far], bookingRules: [] });
  clinic.setup.currentUser.facilityIds = [far.FacilityId];
  showSignedIn(clinic, <OnlineSchedulingScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'New rule' }, slowly));
  const drawer = await screen.findByRole('dialog', {}, slowly);
  await userEvent.click(await within(drawer).findByRole('combobox', { name: 'Facility' }, slowly));
  const offered = await screen.findAllByRole('option', {}, slowly);
  expect(offered.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Westside')]);
});

test('a second rule for a visit type is refused before it is sent', async () => {
  const other = BookingRule.parse({
    ...rule,
    BookingRuleId: testId(77),
    VisitTypeName: 'Follow-up',
    PublicName: 'Next visit',
  });
  await screenOf([rule, other]);
  await userEvent.click(await screen.findByText('Next visit', {}, slowly));
  const drawer = await screen.findByRole('dialog', {}, slowly);
  await userEvent.click(await within(drawer).findByRole('combobox', { name: 'Visit type' }, slowly));
  await userEvent.click(await screen.findByRole('option', { name: 'Evaluation' }, slowly));
  await userEvent.click(within(drawer).getByRole('button', { name: 'Save' }));
  expect(
    await within(drawer).findByText('Evaluation already has a rule at this facility: “First visit”.', {}, slowly),
  ).toBeTruthy();
  expect(await queued()).toEqual([]);
});
