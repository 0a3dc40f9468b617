import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReferringProvider } from '#contract/address-book/referring-provider.ts';
import { payer, testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { draftKeys } from '#local/drafts/drafts.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { everything, openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { overLock, patience } from '#shared/testing/over-lock.tsx';
import { sentTo, type Sent } from '#shared/testing/sent.ts';
import { useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { saveUnsaved } from '#shared/unsaved.ts';
import { BookDrawer } from './book-drawer.tsx';
import { DefaultRulesScreen } from './default-rules-screen.tsx';
import { PayerDrawer } from './payer-drawer.tsx';
import { PayerRulesForm } from './payer-rules-form.tsx';
import { ReferringDrawer } from './referring-drawer.tsx';

const close = () => undefined;
const can = [...everything, 'access payer rules'];
const known = { ...payer, updated_at: '2026-07-01T09:00:00.000Z' };
const theirs = '2026-07-02T09:00:00.000Z';
const siteRules = { history: [{ EffectiveFrom: null, rules: {} }], version: '1' };

/** What the server holds. */
let now = known;
let rulesNow = siteRules;
const doctor = {
  referringProvider: ReferringProvider.parse({
    ReferringProviderId: testId(70),
    FirstName: 'Ida',
    LastName: 'Lund',
    NationalProviderId: null,
    Phone: null,
    Fax: null,
    updated_at: known.updated_at,
  }),
  cases: 0,
};

function replyTo(path: string): unknown {
  const { Phone, updated_at } = now;
  if (path.includes('payerDefaultRules')) return rulesNow;
  if (path.includes('rules')) return { ...rulesNow, Kind: known.Kind, ofSite: [] };
  if (path.includes('referringProviders'))
    return { ...doctor, referringProvider: { ...doctor.referringProvider, Phone, updated_at } };
  return { payer: now, contacts: [], policies: 0 };
}

let sent: Sent[];
beforeEach(() => {
  [now, rulesNow] = [known, siteRules];
  sent = sentTo(replyTo);
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
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  showSignedIn(clinic, drawer);
  expect(await screen.findByDisplayValue(/Upper valley/, {}, patience)).toBeTruthy();
  expect(await screen.findByDisplayValue('31', {}, patience)).toBeTruthy();
});

const bodies = () => sent.map(({ body }) => body);
const save = (name = 'Save') => userEvent.click(screen.getByRole('button', { name }));

const payerForm = () => <PayerDrawer {...lists} all={[known]} id={known.PayerId} mayChange />;
const entries = [
  ['payer', payerForm, 'payer/addressBook/payer'],
  [
    'referring provider',
    () => <ReferringDrawer {...lists} id={doctor.referringProvider.ReferringProviderId} />,
    'referring/addressBook/referringProvider',
  ],
] as const;

test.each(entries)(
  'a phone of a %s written meanwhile is told of, not written over from a form kept over a lock',
  async (_, part, at) => {
    now = { ...known, Phone: null };
    const clinic = await openClinic({}, can);
    await overLock(clinic, {
      part: part(),
      field: 'Phone',
      text: '5035550100',
      at,
      after: () => {
        now = { ...known, Phone: '5035550177', updated_at: theirs };
        return part();
      },
    });
    await save();
    await waitFor(
      () => expect(bodies()).toMatchObject([{ Phone: '5035550100', lastUpdated: known.updated_at }]),
      patience,
    );
  },
);

test.each(entries)('a %s changed elsewhere in another field is saved over as it is there then', async (_, part, at) => {
  now = { ...known, Phone: null };
  const clinic = await openClinic({}, can);
  await overLock(clinic, {
    part: part(),
    field: 'City',
    text: 'Salem',
    at,
    after: () => {
      now = { ...known, Phone: '5035550177', updated_at: theirs };
      return part();
    },
  });
  await save();
  await waitFor(() => expect(bodies()).toMatchObject([{ Phone: '5035550177', lastUpdated: theirs }]), patience);
});

test('default rules are saved over the version they were typed over, also after a lock', async () => {
  const at = 'defaultRules/addressBook/payerDefaultRules';
  await overLock(await openClinic({}, can), {
    part: <DefaultRulesScreen />,
    field: 'Most units a visit',
    text: '31',
    at,
    after: () => {
      rulesNow = { ...siteRules, version: '2' };
      return <DefaultRulesScreen />;
    },
  });
  await save('Save the default rules');
  await waitFor(() => expect(bodies()).toMatchObject([{ version: '1' }]), patience);
});

test('rules of a payer are saved over the version they were typed over, also after a lock', async () => {
  const at = 'payer/addressBook/payer';
  const form = () => (
    <BookDrawer
      open={known.PayerId}
      draftKey={unsavedKey.at('payer', '/addressBook/payer')}
      title=""
      form="payer-rules"
      onClose={close}
    >
      {(onDirty) => <PayerRulesForm id={known.PayerId} onDirty={onDirty} onSaved={close} />}
    </BookDrawer>
  );
  await overLock(await openClinic({}, can), {
    part: form(),
    field: 'Most units a visit',
    text: '31',
    at,
    after: () => {
      rulesNow = { ...siteRules, version: '2' };
      return form();
    },
  });
  await save();
  await waitFor(() => expect(bodies()).toMatchObject([{ version: '1' }]), patience);
});

function Note({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const [text, setText] = useState('');
  useReportDirty(text !== '', onDirty);
  useDraftScope('note', { values: { text }, isDirty: text !== '', fill: (left) => setText(left.text) });
  return <input aria-label="Note" value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}

function Book() {
  const [open, setOpen] = useState<string | null>('one');
  return (
    <BookDrawer
      open={open}
      draftKey={unsavedKey.at('payer', '/addressBook/payer')}
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
  expect(await saveUnsaved()).toBe(true);
  expect(await draftKeys()).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Open the other' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }, patience));
  await screen.findByRole('heading', { name: 'other' }, patience);
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
});
