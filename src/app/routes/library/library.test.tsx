import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UserId } from '#contract/base/ids.ts';
import { reachRow, stepDownRow } from '#contract/testing/measures.ts';
import { testId } from '#contract/testing/rows.ts';
import { evalTemplateRow, textTemplateRow } from '#contract/testing/templates.ts';
import * as reads from '#local/reads/reads.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { everything, openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { LibraryRoute } from './library.tsx';
import { LibraryEvalRoute } from './library-eval.tsx';
import { LibraryMeasuresRoute } from './library-measures.tsx';
import { LibraryTextRoute } from './library-text.tsx';

beforeEach(() => setSyncState({ ...syncState(), online: true }));
afterEach(() => {
  lockDevice();
  vi.restoreAllMocks();
});

// The drawer's code comes with the first one that opens.
const slowly = { timeout: 15_000 };
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }, slowly));
const offline = () => act(() => setSyncState({ ...syncState(), online: false }));
const lastCall = async () => (await queued()).at(-1);

const filled = {
  evalTemplates: [evalTemplateRow],
  textTemplates: [textTemplateRow],
  evalMeasurements: [reachRow, { ...stepDownRow, Inactive: true }],
};

async function openLibrary(address: string, rows: Parameters<typeof openClinic>[0] = filled, can = everything) {
  showSignedIn(
    await openClinic(rows, can),
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/library" element={<LibraryRoute />}>
          <Route path="measures/:id?" element={<LibraryMeasuresRoute />} />
          <Route path="eval/:id?" element={<LibraryEvalRoute />} />
          <Route path="text/:id?" element={<LibraryTextRoute />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
}

const lists = [
  ['/library/measures', 'Measures', 'measure'],
  ['/library/eval', 'Eval templates', 'template'],
  ['/library/text', 'Text templates', 'text'],
] as const;

test.each(lists)('%s says where its list could not be read, and what to do', async (address, label) => {
  vi.spyOn(reads, 'readAll').mockRejectedValue(new Error('no disk'));
  await openLibrary(address);
  const title = await screen.findByText(`The ${label.toLowerCase()} could not be loaded`);
  expect(title.closest('[role=alert]') ?? document.body).toBeTruthy();
  expect(screen.getByText(/Reload the page to try again/)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test.each(lists)('%s is read offline, and says why nothing can be changed', async (address, label, noun) => {
  await openLibrary(address);
  await screen.findByRole('button', { name: `New ${noun}` });
  offline();
  expect(await screen.findByText(/^You must be online to change/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: `New ${noun}` })).toBeNull();
  const table = screen.getByRole('table', { name: label });
  await userEvent.click(
    within(table).getAllByRole('button', { name: /reach|Knee evaluation|Tolerated well/ })[0] as HTMLElement,
  );
  const drawer = await screen.findByRole('dialog', {}, slowly);
  await within(drawer).findAllByRole('textbox', {}, slowly);
  expect(within(drawer).queryByRole('button', { name: 'Save' })).toBeNull();
  expect(within(drawer).queryByRole('button', { name: 'Make a copy' })).toBeNull();
});

test.each([
  ['/library/eval', 'No eval templates', 'PT evaluation, lower limb', 'templates.createEvalTemplate'],
  ['/library/text', 'No text templates', /^Copy “/, 'templates.createTextTemplate'],
] as const)('%s offers the built-in ones to copy where it is empty', async (address, title, starter, name) => {
  await openLibrary(address, {});
  await screen.findByText(title);
  const [first] = await screen.findAllByRole('button', {
    name: typeof starter === 'string' ? `Copy “${starter}”` : starter,
  });
  await userEvent.click(first as HTMLElement);
  await waitFor(async () => expect(await lastCall()).toMatchObject({ name, input: { OwnerUserId: null } }));
  expect(await screen.findByRole('dialog', {}, slowly)).toBeTruthy();
});

test('a template is written, and one of the clinic is changed by who manages the library', async () => {
  await openLibrary('/library/text/new');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }, slowly), 'Next visit');
  await press('Add text');
  expect(await screen.findByText('Enter the text.')).toBeTruthy();
  expect(await queued()).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: /^Text/ }), 'Stairs.');
  await press('Add text');
  await waitFor(async () =>
    expect(await lastCall()).toMatchObject({
      name: 'templates.createTextTemplate',
      input: { Title: 'Next visit', Body: 'Stairs.', OwnerUserId: null },
    }),
  );
});

test('who only writes notes reads a template of the clinic, copies it, and changes their own', async () => {
  await openLibrary(`/library/eval/${evalTemplateRow.EvalTemplateId}`, filled, ['write notes']);
  expect(await screen.findByText('Only people who manage the library can change it.', {}, slowly)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await press('Make a copy');
  await waitFor(async () =>
    expect(await lastCall()).toMatchObject({
      name: 'templates.createEvalTemplate',
      input: { Name: 'Knee evaluation (copy)', OwnerUserId: expect.any(String) as string },
    }),
  );
  await screen.findByRole('heading', { name: 'Knee evaluation (copy)' }, slowly);
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
});

test('a template of another person is not in the list', async () => {
  const theirs = { ...textTemplateRow, Title: 'Theirs', OwnerUserId: UserId.parse(testId(98)) };
  await openLibrary('/library/text', { textTemplates: [theirs] });
  expect(await screen.findByText('No text templates')).toBeTruthy();
});

test('measures are found by what they are, and the clinic’s own are marked', async () => {
  await openLibrary('/library/measures');
  await screen.findByText('298 in all');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Name, region or kind' }), 'ankle clinic');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  expect(screen.getByRole('row', { name: /Anterior reach/ })).toBeTruthy();
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Name, region or kind' }));
  await userEvent.click(screen.getByRole('combobox', { name: 'Which measures' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Clinic’s own' }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
  // What is not in use any more stands last.
  expect(screen.getAllByRole('row')[2]?.textContent).toContain('Step-down quality, inactive');
});

test('a star keeps a measure at hand', async () => {
  await openLibrary('/library/measures');
  await press('Star Anterior reach');
  await waitFor(async () =>
    expect(await lastCall()).toMatchObject({
      name: 'session.savePreferences',
      input: { Preferences: { favoriteMeasureIds: [reachRow.EvalMeasurementId] } },
    }),
  );
});

test('a built-in measure is read-only and is copied to make one’s own', async () => {
  await openLibrary('/library/measures');
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Name, region or kind' }), 'timed up');
  await press('Timed Up and Go');
  const drawer = await screen.findByRole('dialog', {}, slowly);
  expect(await within(drawer).findByText(/Built-in measures can’t change/, {}, slowly)).toBeTruthy();
  expect(within(drawer).queryByRole('button', { name: 'Save' })).toBeNull();
  expect(within(drawer).queryByRole('button', { name: 'Remove' })).toBeNull();
  await press('Make a copy');
  await waitFor(async () =>
    expect(await lastCall()).toMatchObject({
      name: 'measures.createEvalMeasurement',
      input: { Name: 'Timed Up and Go (copy)', Unit: 's', Inactive: false },
    }),
  );
  await screen.findByRole('heading', { name: 'Timed Up and Go (copy)' }, slowly);
});

test('a measure asks for what its kind needs, and about one of the same name and region', async () => {
  await openLibrary('/library/measures/new');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }, slowly), 'anterior REACH');
  const choose = async (label: string, option: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: label }));
    await userEvent.click(await screen.findByRole('option', { name: option }));
  };
  const drawer = await screen.findByRole('dialog');
  await userEvent.click(within(drawer).getByRole('combobox', { name: 'Region' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Ankle and foot' }));
  await choose('Kind', 'Grade, lowest first');
  expect(within(drawer).queryByRole('combobox', { name: 'Unit' })).toBeNull();
  await press('Add measure');
  expect(await screen.findByText('Enter at least two choices.')).toBeTruthy();
  await userEvent.type(screen.getByRole('combobox', { name: 'Choices' }), 'poor,good,');
  await press('Add measure');
  expect(await screen.findByText('“Anterior reach” is already a measure of the region Ankle and foot.')).toBeTruthy();
  expect(await queued()).toEqual([]);
  await press('This is another measure');
  await waitFor(async () =>
    expect(await lastCall()).toMatchObject({
      name: 'measures.createEvalMeasurement',
      input: { Name: 'anterior REACH', Choices: ['poor', 'good'], Unit: null, isAnother: true },
    }),
  );
});

const csv = (...lines: string[]) =>
  new File([['Name,Goal type,Region,Kind,Unit', ...lines].join('\n')], 'ours.csv', { type: 'text/csv' });

async function chooseFile(file: File): Promise<HTMLElement> {
  await screen.findByRole('button', { name: 'Import CSV' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(input as HTMLInputElement, file);
  return screen.findByRole('dialog', {}, slowly);
}

test('a file with mistakes names every bad row and imports nothing', async () => {
  await openLibrary('/library/measures');
  const drawer = await chooseFile(
    csv('Hop,Function,Knee,Number,cm', 'Jump,Function,Nee,Number,cm', ',Function,Knee,Number,miles'),
  );
  const found = await within(drawer).findByRole('list', { name: 'Rows with mistakes' });
  expect(found.textContent).toContain('Line 3, “Jump”Region “Nee”: Choose the region.');
  expect(found.textContent).toContain('Line 4Name: Enter the name.Unit “miles”: Choose one from the list.');
  expect(within(drawer).queryByRole('button', { name: /^Import/ })).toBeNull();
  expect(await queued()).toEqual([]);
});

test('a file is imported but for what the library has', async () => {
  await openLibrary('/library/measures');
  const drawer = await chooseFile(
    csv('Hop,Function,Knee,Number,cm', 'Anterior reach,Function,Ankle and foot,Number,cm'),
  );
  expect(
    await within(drawer).findByText(/1 measure with the same name and region is already in the library/),
  ).toBeTruthy();
  await userEvent.click(within(drawer).getByRole('button', { name: 'Import 1 measure' }));
  await waitFor(async () =>
    expect(await queued()).toMatchObject([
      { name: 'measures.createEvalMeasurement', input: { Name: 'Hop', Unit: 'cm' } },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('without the right to manage the library measures are read and exported alone', async () => {
  await openLibrary(`/library/measures/${reachRow.EvalMeasurementId}`, filled, ['write notes']);
  expect(await screen.findByText('Only people who manage the library can change it.', {}, slowly)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Import CSV', hidden: true })).toBeNull();
  expect(screen.getByRole('button', { name: 'Export CSV', hidden: true })).toBeTruthy();
});
