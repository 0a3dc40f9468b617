import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { payer } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/device.ts';
import { draftKeys } from '#local/drafts.ts';
import { typedKey } from '#local/typed.ts';
import { equipApi } from '#shared/api.ts';
import { useKeptTyping } from '#shared/autosave/kept-typing.tsx';
import { everything, openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { overLock, patience } from '#shared/testing/over-lock.tsx';
import { useTold } from '#shared/ui/side-drawer/use-discard.tsx';
import { saveTyped } from '#shared/unsaved.ts';
import { BookDrawer } from './book-drawer.tsx';
import { DefaultRulesScreen } from './default-rules-screen.tsx';
import { OtherContactsScreen } from './other-contacts-screen.tsx';
import { PayerDrawer } from './payer-drawer.tsx';
import { ReferringDrawer } from './referring-drawer.tsx';

const close = () => undefined;
const can = [...everything, 'access payer rules'];
const known = { ...payer, updated_at: '2026-07-01T09:00:00.000Z' };
const siteRules = { history: [{ EffectiveFrom: null, rules: {} }], version: '1' };

function replyTo(address: string): unknown {
  if (address.includes('payerDefaultRules')) return siteRules;
  if (/rules/i.test(address)) return { ...siteRules, Kind: known.Kind, ofSite: [] };
  if (/contacts/i.test(address)) return { otherContacts: [] };
  return { payer: known, contacts: [], policies: 0 };
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (asked: Request | string) =>
    Response.json(replyTo(asked instanceof Request ? asked.url : asked)),
  );
  equipApi({
    token: () => 'token',
    site: () => 'demo',
    socketId: () => null,
    refresh: async () => false,
    meetRefusal: async () => 'throw',
  });
});
afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const lists = { likely: [], all: [], onOpen: close, onClose: close };

test.each([
  ['payer', () => <PayerDrawer {...lists} id="new" mayChange />, 'Name', 'payer/addressBook/payer'],
  [
    'referring provider',
    () => <ReferringDrawer {...lists} id="new" />,
    'Last name',
    'referring/addressBook/referringProvider',
  ],
  ['contact', () => <OtherContactsScreen open="new" onOpen={close} />, 'Company', 'contact/addressBook/otherContact'],
])('a new %s half-filled at a lock is filled in when it is opened again', async (_, part, field, at) => {
  expect(await overLock(await openClinic({}, can), { part: part(), field, text: 'Upper valley', at })).toBe(
    'Upper valley',
  );
});

test('default rules half-changed at a lock are filled in again, and gone when they are undone', async () => {
  const at = 'defaultRules/addressBook/payerDefaultRules';
  const field = 'Most units a visit';
  expect(await overLock(await openClinic({}, can), { part: <DefaultRulesScreen />, field, text: '31', at })).toBe('31');
  await userEvent.click(screen.getByRole('button', { name: 'Undo changes' }));
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
});

test('what is typed of a payer and into its rules is both there again after a lock', async () => {
  const clinic = await openClinic({}, can);
  const drawer = <PayerDrawer {...lists} all={[known]} id={known.PayerId} mayChange />;
  const before = showSignedIn(clinic, drawer);
  await userEvent.type(await screen.findByRole('textbox', { name: 'City' }, patience), 'Upper valley');
  await userEvent.click(screen.getByRole('tab', { name: 'Rules' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Most units a visit' }, patience), '31');
  expect(await saveTyped()).toBe(true);
  before.unmount();
  showSignedIn(clinic, drawer);
  expect(await screen.findByDisplayValue(/Upper valley/, {}, patience)).toBeTruthy();
  expect(await screen.findByDisplayValue('31', {}, patience)).toBeTruthy();
});

function Note({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const [text, setText] = useState('');
  useTold(text !== '', onDirty);
  useKeptTyping('note', { values: { text }, isDirty: text !== '', fill: (left) => setText(left.text) });
  return <input aria-label="Note" value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}

function Book() {
  const [open, setOpen] = useState<string | null>('one');
  return (
    <BookDrawer
      open={open}
      draftKey={typedKey.at('payer', '/addressBook/payer')}
      title={open}
      form={null}
      onClose={() => setOpen(null)}
    >
      {(onDirty, leaveFor) => (
        <>
          <Note key={open} onDirty={onDirty} />
          <button onClick={() => leaveFor(() => setOpen('other'))}>Open the other</button>
        </>
      )}
    </BookDrawer>
  );
}

test('what is given up for another entry is gone, though the drawer stays open', async () => {
  showSignedIn(await openClinic(), <Book />);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }, patience), 'Half a sentence');
  expect(await saveTyped()).toBe(true);
  expect(await draftKeys()).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Open the other' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }, patience));
  await screen.findByRole('heading', { name: 'other' }, patience);
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
});
