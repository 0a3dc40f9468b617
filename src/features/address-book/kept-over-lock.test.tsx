import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { payer } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { draftKeys } from '#local/drafts/drafts.ts';
import { everything, openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { overLock, patience } from '#shared/testing/over-lock.tsx';
import { sentTo, type Sent } from '#shared/testing/sent.ts';
import { saveUnsaved } from '#shared/unsaved.ts';
import { DefaultRulesScreen } from './default-rules-screen.tsx';
import { PayerRulesDrawer } from './payer-rules-drawer.tsx';

const close = () => undefined;
const can = [...everything, 'access payer rules'];
const siteRules = { history: [{ EffectiveFrom: null, rules: {} }], version: '1' };
/** What the server holds. */
let rulesNow = siteRules;

let sent: Sent[];
beforeEach(() => {
  rulesNow = siteRules;
  sent = sentTo((path) =>
    path.includes('payerDefaultRules') ? rulesNow : { ...rulesNow, Kind: payer.Kind, ofSite: [] },
  );
});
afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const bodies = () => sent.map(({ body }) => body);
const field = 'Timely filing (days)';

test('default rules half-changed at a lock are filled in again, and gone when they are undone', async () => {
  const at = 'defaultRules/addressBook/payerDefaultRules';
  expect(await overLock(await openClinic({}, can), { part: <DefaultRulesScreen />, field, text: '31', at })).toBe('31');
  await userEvent.click(screen.getByRole('button', { name: 'Undo changes' }));
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: field }).value).toBe('');
});

const defaults = { at: 'defaultRules/addressBook/payerDefaultRules', save: 'Save default rules' };
const ofPayer = { at: 'payerRules/addressBook/payer', save: 'Save' };
const screenOf = () => <DefaultRulesScreen />;
const drawer = () => <PayerRulesDrawer id={payer.PayerId} onReopen={close} onClose={close} />;

test.each([
  ['default rules', defaults, screenOf],
  ['rules of a payer', ofPayer, drawer],
] as const)('%s are saved over the rules they were typed over, also after a lock', async (_, { at, save }, part) => {
  await overLock(await openClinic({}, can), {
    part: part(),
    field,
    text: '31',
    at,
    after: () => {
      rulesNow = { history: [{ EffectiveFrom: null, rules: { ProgressNoteVisits: 1 } }], version: '2' };
      return part();
    },
  });
  await userEvent.click(screen.getByRole('button', { name: save }));
  await waitFor(() => expect(bodies()).toMatchObject([{ base: { history: siteRules.history } }]), patience);
});

test('rules of a payer half-changed at a lock open again by themselves', async () => {
  const clinic = await openClinic({}, can);
  const before = showSignedIn(clinic, drawer());
  await userEvent.type(await screen.findByRole('textbox', { name: field }, patience), '31');
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  const onReopen = vi.fn();
  showSignedIn(clinic, <PayerRulesDrawer id={null} onReopen={onReopen} onClose={close} />);
  await waitFor(() => expect(onReopen).toHaveBeenCalledWith(payer.PayerId), patience);
});
