import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { OwnForm } from '#contract/intake-forms/own-form.ts';
import { payer, testId } from '#contract/testing/rows.ts';
import { harborview, riverside } from '#contract/testing/schedule.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { overtakenBy, sentTo } from '#shared/testing/sent.ts';
import { FormPage } from './form-page.tsx';
import { FormsScreen } from './forms-screen.tsx';

const slowly = { timeout: 15_000 };
afterEach(() => {
  cleanup();
  lockDevice();
  vi.unstubAllGlobals();
  setSyncState({ ...syncState(), online: true });
});

const own = {
  OwnFormId: testId(7),
  title: ['Sleep', 'Sueño'],
  askedOf: {},
  pages: [
    {
      key: 'page1',
      title: ['Your sleep', 'Su sueño'],
      questions: [
        { kind: 'yesNo', key: 'well', label: ['Do you sleep well?', '¿Duerme bien?'], isRequired: true },
        {
          kind: 'text',
          key: 'why',
          label: ['What keeps you up?', ''],
          showIf: { question: 'well', is: false },
        },
      ],
    },
  ],
  isOn: true,
  replaces: null,
  rev: 2,
  version: 1,
  publishedAt: '2026-11-18T08:00:00Z',
  isChanged: true,
} as unknown as OwnForm;
const line = ({ pages, ...rest }: OwnForm) => ({ ...rest, questions: pages[0]?.questions.length ?? 0 });

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name }, slowly);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }, slowly));

async function openForm(
  reply: (path: string) => unknown,
  id = own.OwnFormId as string,
  rows: Parameters<typeof openClinic>[0] = {},
) {
  const sent = sentTo(reply);
  const went = { opened: [] as string[], closed: 0 };
  showSignedIn(
    await openClinic(rows),
    <MemoryRouter>
      <FormPage id={id} onOpen={(to) => went.opened.push(to)} onClose={() => (went.closed += 1)} />
    </MemoryRouter>,
  );
  return { sent, went };
}
const saved = (more: object) => ({ ...own, rev: 3, ...more });
/** What stands on the phone, whose page is apart from the screen. */
const phone = () => {
  const inside = screen.getByRole('group', { name: 'Preview on a phone' }).shadowRoot?.firstElementChild;
  if (!(inside instanceof HTMLElement)) throw new Error('The preview is empty.');
  return within(inside);
};

test('the list has the clinic’s forms and those built in, each with its version and whom it is for', async () => {
  const replacing = {
    ...line(own),
    OwnFormId: testId(8),
    title: ['Our pain form', ''],
    replaces: 'pain',
    isChanged: false,
    askedOf: { PayerIds: [payer.PayerId], ages: { from: 18 } },
  };
  sentTo(() => ({ forms: [line(own), replacing] }));
  const opened: string[] = [];
  showSignedIn(await openClinic({ payers: [payer] }), <FormsScreen onOpen={(id) => opened.push(id)} />);
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }, slowly));
  expect((await row(/^Sleep/)).getByText('Changed draft')).toBeTruthy();
  const pain = await row(/^Our pain form/);
  expect(pain.getByText('For Pain')).toBeTruthy();
  expect(await pain.findByText('Medicare Part B, from age 18', {}, slowly)).toBeTruthy();
  // Its own takes its place.
  expect(screen.queryByRole('row', { name: /^Pain/ })).toBeNull();
  expect((await row(/^Medical history, Speech therapy/)).getByText('Comes with Mainstay')).toBeTruthy();
  await userEvent.click((await row(/^About you/)).getByText('About you'));
  expect(opened).toEqual(['demographics']);
});

test('a built-in form is shown as patients see it, and copied to change it', async () => {
  const { sent, went } = await openForm(
    () => (sent.length === 0 ? { forms: [line(own)] } : saved({ OwnFormId: testId(9) })),
    'financial',
  );
  await screen.findByRole('group', { name: 'Preview on a phone' }, slowly);
  await waitFor(() => expect(phone().getByText(/^My copay is due at each visit/)).toBeTruthy(), slowly);
  await press('Español');
  expect(await phone().findByText(/^Mi copago se paga en cada cita/)).toBeTruthy();
  await press('Copy and change');
  await waitFor(() => expect(went.opened).toEqual([testId(9)]), slowly);
  expect(sent).toMatchObject([
    {
      method: 'POST',
      path: '/api/intakeForms',
      body: { replaces: 'financial', title: ['Financial policy', 'Política de pagos'] },
    },
  ]);
});

test('a built-in form that has a copy leads to it', async () => {
  const { went } = await openForm(() => ({ forms: [{ ...line(own), replaces: 'financial' }] }), 'financial');
  await press('Open your copy');
  expect(went.opened).toEqual([own.OwnFormId]);
});

test('what is typed shows on the phone at once, and is saved over what was there', async () => {
  const { sent } = await openForm(() => (sent.length === 0 ? own : saved({ title: ['Nights', 'Sueño'] })));
  await press('Do you sleep well?');
  const question = await field('Question, English');
  await waitFor(() => expect(document.activeElement).toBe(question));
  await userEvent.clear(question);
  await userEvent.type(question, 'Is your sleep good?');
  expect(await phone().findByText('Is your sleep good?')).toBeTruthy();
  // Its answer shows the second question.
  expect(phone().queryByText(/^What keeps you up/)).toBeNull();
  await userEvent.click(phone().getByRole('radio', { name: 'No' }));
  expect(await phone().findByText(/^What keeps you up/)).toBeTruthy();
  await press('Save draft');
  await waitFor(() => expect(sent).toHaveLength(1), slowly);
  const [{ method, path, body } = { method: '', path: '', body: {} }] = sent;
  expect([method, path]).toEqual(['PUT', `/api/intakeForms/${own.OwnFormId}`]);
  expect(body).toMatchObject({ base: { pages: own.pages } });
  expect(body['pages']).toMatchObject([
    { questions: [{ label: ['Is your sleep good?', '¿Duerme bien?'] }, { key: 'why' }] },
  ]);
  expect(body).not.toHaveProperty('title');
});

test('questions move by buttons, also to another page, and a condition on a later one is told before publishing', async () => {
  const { sent } = await openForm(() => own);
  await press('Move What keeps you up? up');
  await press('Publish…');
  expect(await screen.findByText(/“Show if” names “Do you sleep well\?”, which comes later/, {}, slowly)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Add a page');
  await press('Move Do you sleep well? down');
  const second = await screen.findByRole('list', { name: 'Questions of page 2' }, slowly);
  expect(within(second).getByRole('button', { name: 'Do you sleep well?' })).toBeTruthy();
  expect(sent).toEqual([]);
});

test('publishing saves first, names the missing Spanish, and says what becomes of those who have begun', async () => {
  const { sent } = await openForm((path) =>
    path.endsWith('/publish') ? saved({ version: 2, isChanged: false }) : sent.length === 0 ? own : saved({}),
  );
  await userEvent.type(await field('Title, English'), '!');
  await press('Publish…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish version 2?' }, slowly));
  expect(dialog.getByText(/^One text has no Spanish\./)).toBeTruthy();
  expect(dialog.getByText(/Patients who have begun keep the version before\./)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(sent).toHaveLength(2), slowly);
  expect(sent).toMatchObject([
    { method: 'PUT', body: { title: ['Sleep!', 'Sueño'], base: { title: ['Sleep', 'Sueño'] } } },
    { method: 'POST', path: `/api/intakeForms/${own.OwnFormId}/publish`, body: { rev: 3 } },
  ]);
  expect(await screen.findByText('Version 2', {}, slowly)).toBeTruthy();
});

test('Spanish that stayed while the English changed is published once that is confirmed', async () => {
  const stale = 'The English changed and the Spanish did not: “Sleep!”.';
  const refused = () =>
    Response.json({ kind: 'invalid', message: stale, fields: { isSpanishRight: stale } }, { status: 422 });
  const { sent } = await openForm((path) => {
    if (!path.endsWith('/publish')) return sent.length === 0 ? own : saved({ title: ['Sleep!', 'Sueño'] });
    return sent.length === 2 ? refused() : saved({ version: 2, isChanged: false });
  });
  await userEvent.type(await field('Title, English'), '!');
  await press('Publish…');
  const first = within(await screen.findByRole('dialog', { name: 'Publish version 2?' }, slowly));
  await userEvent.click(first.getByRole('button', { name: 'Publish' }));
  const second = within(await screen.findByRole('dialog', { name: 'Is the Spanish still right?' }, slowly));
  expect(second.getByText(new RegExp(`^${stale}`))).toBeTruthy();
  expect(screen.queryByText('Version 2')).toBeNull();
  await userEvent.click(second.getByRole('button', { name: 'Publish as it is' }));
  await waitFor(() => expect(sent).toHaveLength(3), slowly);
  expect(sent.map(({ body }) => (body as { isSpanishRight?: boolean }).isSpanishRight)).toEqual([
    undefined,
    undefined,
    true,
  ]);
  expect(await screen.findByText('Version 2', {}, slowly)).toBeTruthy();
});

test('visit types are shown by the names they have now, and sent by their ids', async () => {
  const [some] = harborview.visit_types;
  if (!some) throw new Error('The facility has no visit type.');
  const type = (n: number, Name: string) => ({ ...some, VisitTypeId: testId(n), Name });
  const facilities = [
    { ...harborview, visit_types: [type(61, 'First visit'), type(62, 'Follow-up')] },
    { ...riverside, visit_types: [type(63, 'Follow-up')] },
  ];
  const form = { ...own, askedOf: { VisitTypeIds: [testId(61)] } };
  const { sent } = await openForm(() => (sent.length === 0 ? form : saved({})), form.OwnFormId, { facilities });
  await screen.findAllByText('First visit', {}, slowly);
  await userEvent.click(screen.getByRole('combobox', { name: 'Visit types' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Follow-up' }, slowly));
  await press('Save draft');
  await waitFor(() => expect(sent).toHaveLength(1), slowly);
  expect(sent[0]?.body).toMatchObject({ askedOf: { VisitTypeIds: [testId(61), testId(62), testId(63)] } });
});

test('what someone else has changed meanwhile is shown when asked for, and mine goes over it', async () => {
  const theirs = { ...own, title: ['Nights', 'Noches'], rev: 5 };
  const { sent } = await openForm(() => (sent.length === 0 ? own : sent.length === 1 ? overtakenBy(theirs) : theirs));
  await userEvent.type(await field('Title, English'), '!');
  await press('Save draft');
  await press('Show current version');
  expect((await field('Title, English')).value).toBe('Nights');
  await press('Restore my text');
  expect((await field('Title, English')).value).toBe('Sleep!');
  await press('Save draft');
  await waitFor(() => expect(sent).toHaveLength(2), slowly);
  expect(sent[1]?.body).toMatchObject({ title: ['Sleep!', 'Sueño'], base: { title: ['Nights', 'Noches'] } });
});

test('a form is removed once that is confirmed, as it was seen', async () => {
  const { sent, went } = await openForm(() => (sent.length === 0 ? own : { removed: true }));
  await press('More for this form');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove…' }, slowly));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this form?' }, slowly));
  expect(sent).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(went.closed).toBe(1), slowly);
  expect(sent).toMatchObject([{ method: 'DELETE', body: { base: { rev: 2 } } }]);
});

test('offline, the draft can be typed on and is not sent', async () => {
  const { sent } = await openForm(() => own);
  await field('Title, English');
  setSyncState({ ...syncState(), online: false });
  expect(await screen.findByText(/You must be online to change the form/, {}, slowly)).toBeTruthy();
  await userEvent.type(await field('Title, English'), '!');
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save draft' });
  expect(save.disabled).toBe(true);
  expect(document.getElementById(save.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'You are offline. Your changes are kept on this device. Save and publish them when you are online again.',
  );
  expect((await field('Title, English')).value).toBe('Sleep!');
  // What needs no network is still offered.
  await press('More for this form');
  const items = await screen.findAllByRole('menuitem', {}, slowly);
  expect(items.map(({ textContent }) => textContent)).toEqual(['Undo changes']);
  await userEvent.click(items[0]!);
  await waitFor(async () => expect((await field('Title, English')).value).toBe('Sleep'));
  expect(sent).toEqual([]);
});

test('the heading is the title as it is typed, and says where there is none', async () => {
  await openForm(() => own);
  await userEvent.type(await field('Title, English'), ' diary');
  expect(screen.getByRole('heading', { name: 'Sleep diary', level: 2 })).toBeTruthy();
  await userEvent.clear(await field('Title, English'));
  expect(screen.getByRole('heading', { name: 'Form without a title', level: 2 })).toBeTruthy();
});

test('the draft has two buttons, and the rest of what can be done in a menu', async () => {
  const { went } = await openForm((path) => (path.endsWith(own.OwnFormId) ? own : saved({ OwnFormId: testId(9) })));
  const bar = (await screen.findByRole('button', { name: 'Publish…' }, slowly)).parentElement!;
  expect(
    within(bar)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['Publish…', 'Save draft', 'More']);
  await press('More for this form');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Make a copy' }, slowly));
  await waitFor(() => expect(went.opened).toEqual([testId(9)]), slowly);
});
