import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { payer } from '#contract/testing/rows.ts';
import { draftKeys } from '#local/drafts/drafts.ts';
import { lockDevice } from '#local/store/device.ts';
import { everything, openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { patience } from '#shared/testing/over-lock.tsx';
import { overtakenBy, sentTo } from '#shared/testing/sent.ts';
import { DefaultRulesScreen } from './default-rules-screen.tsx';
import { PayerRulesDrawer } from './payer-rules-drawer.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const close = () => undefined;
const history = (TimelyFilingDays: number, later: object = {}) => [
  { EffectiveFrom: null, rules: { TimelyFilingDays } },
  { EffectiveFrom: '2031-01-01', rules: { TimelyFilingDays: 2, ...later } },
];
const seen = { history: history(8), version: '1', Kind: payer.Kind, ofSite: [] };
const theirs = { ...seen, history: history(9, { TimelyFilingDays: 3 }), version: '2' };
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Timely filing (days)' }, patience);
const least = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Progress note after (visits)' }, patience);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, patience));

test.each([
  ['default rules', 'Save default rules', () => <DefaultRulesScreen />],
  ['rules of a payer', 'Save', () => <PayerRulesDrawer id={payer.PayerId} onReopen={close} onClose={close} />],
] as const)('%s that someone else has changed meanwhile are shown, and mine go over them', async (_, save, part) => {
  const sent = sentTo(() => (sent.length === 1 ? overtakenBy(theirs) : seen));
  showSignedIn(await openClinic({}, [...everything, 'access payer rules']), part());
  await userEvent.clear(await field());
  await userEvent.type(await field(), '5');
  await userEvent.type(await least(), '1');
  await press(save);
  expect((await screen.findByRole('alert', {}, patience)).textContent).toContain('Someone else changed this.');
  expect((await field()).value).toBe('5');
  await press('Show current version');
  expect([(await field()).value, (await least()).value]).toEqual(['3', '']);
  await press('Restore my text');
  expect([(await field()).value, (await least()).value]).toEqual(['5', '1']);
  await press(save);
  const mine = { TimelyFilingDays: 5, ProgressNoteVisits: 1 };
  await waitFor(
    () =>
      expect(sent.map(({ body }) => body)).toEqual([
        { history: history(8, mine), base: { history: seen.history } },
        { history: history(9, mine), base: { history: theirs.history } },
      ]),
    patience,
  );
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
});

test('Undo goes back to the rules that are there now, once they are known', async () => {
  const sent = sentTo(() => (sent.length === 1 ? overtakenBy(theirs) : seen));
  showSignedIn(await openClinic({}, [...everything, 'access payer rules']), <DefaultRulesScreen />);
  await userEvent.type(await least(), '1');
  await press('Save default rules');
  await press('Show current version');
  await press('Restore my text');
  expect([(await field()).value, (await least()).value]).toEqual(['3', '1']);
  await press('Undo changes');
  expect([(await field()).value, (await least()).value]).toEqual(['3', '']);
  expect(screen.queryByRole('button', { name: 'Save default rules' })).toBeNull();
});
