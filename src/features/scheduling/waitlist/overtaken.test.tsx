import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { defaultFillRule } from '#contract/scheduling/fill-rule.ts';
import { lockDevice } from '#local/store/device.ts';
import { everything, openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { patience } from '#shared/testing/over-lock.tsx';
import { overtakenBy, sentTo } from '#shared/testing/sent.ts';
import { FillRuleForm } from './fill-rule-form.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, patience));
const valueOf = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;

test('offer rules that someone else has changed meanwhile are shown when asked for, and mine go over them', async () => {
  const theirs = { ...defaultFillRule, groupSize: 5, contactLimit: 9 };
  const sent = sentTo(() => (sent.length === 1 ? overtakenBy(theirs) : { rule: defaultFillRule }));
  const can = [...everything, 'access company', 'manage company settings'];
  showSignedIn(await openClinic({}, can), <FillRuleForm />);
  await userEvent.tripleClick(await screen.findByLabelText('Offers at a time', {}, patience));
  await userEvent.keyboard('7');
  await press('Save rules');
  expect((await screen.findByRole('alert', {}, patience)).textContent).toContain('Someone else changed this.');
  expect(valueOf('Offers at a time')).toBe('7');
  await press('Show current version');
  expect([valueOf('Offers at a time'), valueOf('Offers per patient in 7 days')]).toEqual(['5', '9']);
  await press('Restore my text');
  expect([valueOf('Offers at a time'), valueOf('Offers per patient in 7 days')]).toEqual(['7', '9']);
  await press('Save rules');
  await waitFor(
    () =>
      expect(sent.map(({ body }) => body)).toEqual([
        { ...defaultFillRule, groupSize: 7, base: defaultFillRule },
        { ...theirs, groupSize: 7, base: theirs },
      ]),
    patience,
  );
});
