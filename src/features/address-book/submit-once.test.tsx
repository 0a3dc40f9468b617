import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { payer } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { everything, openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { patience } from '#shared/testing/over-lock.tsx';
import { pressTwice } from '#shared/testing/press-twice.ts';
import { sentTo } from '#shared/testing/sent.ts';
import { PayerRulesDrawer } from './payer-rules-drawer.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const close = () => undefined;
const history = [{ EffectiveFrom: null, rules: { TimelyFilingDays: 8 } }];
const rules = { history, version: '1', Kind: payer.Kind, ofSite: [] };

test('the rules of a payer are saved once, however often Save is pressed', async () => {
  sentTo(() => rules);
  const clinic = await openClinic({}, [...everything, 'access payer rules']);
  showSignedIn(clinic, <PayerRulesDrawer id={payer.PayerId} onReopen={close} onClose={close} />);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Timely filing (days)' }, patience), '0');
  expect(await pressTwice('Save', { ...rules, version: '2' })).toHaveLength(1);
});
