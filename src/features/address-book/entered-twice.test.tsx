import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Payer } from '#contract/address-book/payer.ts';
import { ReferringProvider } from '#contract/address-book/referring-provider.ts';
import { examples } from '#contract/testing/records.ts';
import { payer, testId } from '#contract/testing/rows.ts';
import { draftKeys } from '#local/drafts/drafts.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { saveUnsaved } from '#shared/unsaved.ts';
import { PayersScreen } from './payers-screen.tsx';
import { ReferringScreen } from './referring-screen.tsx';

beforeEach(
  () =>
    void sentTo((path) => (path.includes('payers') ? { payer, policies: 0 } : { referringProvider: hart, cases: 0 })),
);
afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

// The drawer's code comes with the first one that opens.
const slowly = { timeout: 15_000 };
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const type = async (label: string, text: string) =>
  userEvent.type(await screen.findByRole('textbox', { name: label }, slowly), text);

const hart = ReferringProvider.parse({ ...examples.referringProviders.row, NationalProviderId: '1497911648' });

function Book({ of: Screen, first }: { of: typeof ReferringScreen; first: string }) {
  const [open, setOpen] = useState<string | null>(first);
  return <Screen open={open} onOpen={setOpen} />;
}

async function openReferring(first = 'new', rows = [hart]) {
  showSignedIn(await openClinic({ referringProviders: rows }), <Book of={ReferringScreen} first={first} />);
}

test('a name that is there already is asked about before anything is saved', async () => {
  await openReferring();
  await type('First name', 'lena');
  await type('Last name', 'HART');
  await press('Add referring provider');
  expect(await screen.findByText('Hart, Lena, MD is already in the address book.', {}, slowly)).toBeTruthy();
  expect(await queued()).toEqual([]);
  await press('This is another person');
  await waitFor(async () =>
    expect(await queued()).toMatchObject([
      { name: 'addressBook.createReferringProvider', input: { LastName: 'HART', isSomebodyElse: true } },
    ]),
  );
});

test('an NPI that someone has stands at its field, and no one can insist on it', async () => {
  await openReferring();
  await type('First name', 'Bo');
  await type('Last name', 'Ray');
  await type('NPI', '1497911648');
  await press('Add referring provider');
  const npi = screen.getByRole('textbox', { name: 'NPI' });
  await waitFor(() => expect(npi.getAttribute('aria-invalid')).toBe('true'));
  expect(document.getElementById(npi.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Hart, Lena, MD already has this NPI. An NPI belongs to one person.',
  );
  expect(screen.queryByRole('button', { name: 'This is another person' })).toBeNull();
  expect(await queued()).toEqual([]);
});

test('what was typed is given up for the entry that is there, after a question', async () => {
  await openReferring();
  await type('First name', 'Lena');
  await type('Last name', 'Hart');
  await press('Add referring provider');
  await userEvent.click(await screen.findByRole('button', { name: 'Open Hart, Lena, MD' }, slowly));
  expect(await saveUnsaved()).toBe(true);
  expect(await draftKeys()).toHaveLength(1);
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }, slowly));
  await screen.findByRole('heading', { name: 'Hart, Lena, MD' }, slowly);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Credential' }).value).toBe('MD');
  await waitFor(async () => expect(await draftKeys()).toEqual([]));
});

test('one who is there twice already can be changed', async () => {
  const twice = ReferringProvider.parse({ ...hart, ReferringProviderId: testId(79) });
  await openReferring(hart.ReferringProviderId, [hart, twice]);
  await type('Practice', 'Harbor');
  await press('Save');
  await waitFor(async () => expect(await queued()).toMatchObject([{ input: { changes: { PracticeName: 'Harbor' } } }]));
});

test('the address of one who was merged leads to who took their place', async () => {
  const gone = ReferringProvider.parse({
    ...hart,
    ReferringProviderId: testId(79),
    MergedIntoId: hart.ReferringProviderId,
  });
  await openReferring(gone.ReferringProviderId, [hart, gone]);
  await screen.findByRole('heading', { name: 'Hart, Lena, MD' }, slowly);
  expect(screen.getAllByRole('row')).toHaveLength(2);
});

test('a payer is not entered twice', async () => {
  showSignedIn(await openClinic(), <Book of={PayersScreen} first="new" />);
  await type('Name', 'MEDICARE part b');
  await type('Electronic payer ID', '02402');
  await press('Add payer');
  const sentence = 'Medicare Part B with the payer ID 02402 is already in the address book.';
  expect(await screen.findByText(sentence, {}, slowly)).toBeTruthy();
  expect(await queued()).toEqual([]);
});

test('contacts of a payer are added, changed and removed, and go with the payer', async () => {
  const [ruth, sam] = ['Ruth', 'Sam'].map((Name, at) => {
    return { PayerContactId: testId(80 + at), Name, Department: null, Phone: null, Fax: null, Email: null };
  });
  const known = Payer.parse({ ...payer, contacts: [ruth, sam] });
  showSignedIn(await openClinic({ payers: [known] }), <Book of={PayersScreen} first={known.PayerId} />);
  await screen.findByRole('group', { name: 'Contact 2' }, slowly);
  await press('Remove contact 1');
  await press('Add a contact');
  const added = await screen.findByRole('group', { name: 'Contact 2' });
  await press('Save');
  const name = added.querySelector('input');
  await waitFor(() => expect(name?.getAttribute('aria-invalid')).toBe('true'));
  expect(await queued()).toEqual([]);
  await userEvent.type(name as HTMLInputElement, 'Ada');
  await press('Save');
  await waitFor(async () => expect(await queued()).toHaveLength(1));
  const [saved] = await queued();
  expect(saved?.input['changes']).toEqual({
    contacts: [sam, { ...sam, PayerContactId: expect.any(String), Name: 'Ada' }],
  });
  expect(saved?.base).toEqual({ contacts: [ruth, sam] });
});

test('who may not change payers sees a payer and no way to change it', async () => {
  showSignedIn(await openClinic({}, ['edit patients']), <Book of={PayersScreen} first={payer.PayerId} />);
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' }, slowly);
  expect(name.value).toBe('Medicare Part B');
  expect(name.closest('fieldset')?.disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'New payer' })).toBeNull();
});
