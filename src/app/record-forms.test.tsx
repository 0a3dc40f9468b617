import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, useState, type ComponentProps } from 'react';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { uncapitalized } from '#contract/base/nouns.ts';
import type { EntityName } from '#contract/entities.ts';
import type { QueueableName } from '#contract/queued-endpoints.ts';
import type { AnyRecord } from '#contract/record/record.ts';
import type { RecordVerb } from '#contract/kept-rows.ts';
import { formCallName, records, typedForms, type FormName } from '#contract/records.ts';
import { examples } from '#contract/testing/records.ts';
import { patient } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { draftKeys, saveDraft } from '#local/drafts/drafts.ts';
import { parkedCalls, queueWrite } from '#local/outbox/outbox.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { park } from '#local/testing/park.ts';
import { recordKey } from '#local/drafts/unsaved-drafts.ts';
import { equipChangeViews } from '#shared/conflict-views.ts';
import type { About } from '#shared/forms/draft-drawer.tsx';
import type { AnyRecordForm } from '#shared/forms/record-form.tsx';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { valuesOf } from '#shared/forms/record-values.ts';
import { openClinic, queued, savedOnce, showSignedIn } from '#shared/testing/clinic.tsx';
import { firstField } from '#shared/ui/tab-stops.ts';
import { expectSettled } from '#shared/testing/settled.ts';
import { recordForms } from './record-forms.ts';
import { ResendForm, WithChangeViews } from '#sync/changes/change-views.tsx';

equipChangeViews(() => import('./conflict-views.ts'));

afterEach(() => lockDevice());

type Row = Record<string, unknown>;
const at = patient.PatientId;
// The drawer's code comes with the first one that opens.
const slowly = { timeout: 15_000 };
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name }, slowly);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const Resend = (props: ComponentProps<typeof ResendForm>) => (
  <Suspense>
    <WithChangeViews>
      <ResendForm {...props} />
    </WithChangeViews>
  </Suspense>
);

/** A drawer that is open from the first, or opens by itself what was left half-filled. */
type OpenedProps = { form: AnyRecordForm; first: About<Row> | null; onReopen?: (about: About<Row>) => void };

function Opened({ form, first, onReopen }: OpenedProps) {
  const [about, setAbout] = useState(first);
  return (
    <RecordDrawer
      form={form}
      at={at}
      about={about as never}
      onReopen={(found) => {
        onReopen?.(found as never);
        setAbout(found as never);
      }}
      onClose={() => setAbout(null)}
    />
  );
}

const withCall = (verb: RecordVerb) =>
  (Object.keys(typedForms) as FormName[]).filter((name) => formCallName(typedForms[name], verb) !== undefined);

/** Each form opens here every day; what all do alike is tried with the part of the commit, other forms at each `turn`. */
function someOf(forms: readonly FormName[], turn: number): FormName[] {
  const { parts, seed } = inject('formParts');
  return forms.filter((_, at) => (at + seed + turn) % parts === 0);
}

function formOf(entity: FormName) {
  const of: AnyRecord = typedForms[entity];
  const { row, typed, elsewhere, second } = examples[entity];
  const id = row[of.key];
  const parent = of.parent && String(row[of.parent.key]);
  const fields = of.Fields.parse(row) as Row;
  const call = (verb: 'create' | 'update' | 'remove') => formCallName(of, verb) as QueueableName;
  const created = { ...fields, [of.key]: id, ...(of.parent && { [of.parent.key]: parent }) };
  const sent = async () =>
    ((await recordForms[entity]()).input?.(fields as never, String(id), undefined) ?? created) as Row;
  const begun = valuesOf(of, { ...row, ...second, [typed.field]: 'Left knee' });

  async function open(about: Row | null | undefined, draft?: Row) {
    const clinic = await openClinic({ [of.entity]: [of.Row.parse(row)] });
    const form = await recordForms[entity]();
    if (draft) await saveDraft(recordKey(of, at), draft);
    const first = about === undefined ? null : { of: about, parent };
    showSignedIn(clinic, <Opened form={form} first={first} />);
    return clinic;
  }

  async function refuse(
    name: 'create' | 'update',
    input: Row,
    { base = {}, current = null }: { base?: Row; current?: unknown } = {},
  ) {
    const clinic = await openClinic();
    if (name === 'update') await mirrorRows(clinic.device, entity as EntityName, [of.Row.parse(row) as never]);
    await queueWrite(call(name), input as never, base);
    await park(clinic.device, 1, { kind: 'changed-elsewhere', reason: 'Look at it again.', current });
    const onDone = vi.fn();
    for (const parked of await parkedCalls()) showSignedIn(clinic, <Resend call={parked} onDone={onDone} />);
    return { clinic, onDone };
  }
  return { of, row, typed, elsewhere, second, id, parent, fields, call, created, sent, begun, open, refuse };
}

describe.each(Object.keys(typedForms) as FormName[])('the drawer of %s', (entity) => {
  test('opens with the focus in its first field', async () => {
    const { open, row } = formOf(entity);
    await open(withCall('update').includes(entity) ? row : null);
    const drawer = await screen.findByRole('dialog', {}, slowly);
    const meant = await waitFor(() => {
      const found = firstField(drawer);
      expect(found?.matches('input, select, textarea')).toBe(true);
      return found;
    }, slowly);
    await waitFor(() => expect(document.activeElement).toBe(meant));
  });
});

describe.each(someOf(withCall('update'), 0))('the form of %s', (entity) => {
  const { of, row, typed, id, parent, call, open, refuse, elsewhere } = formOf(entity);

  test('sends what was changed, with what it was, and its draft goes with it', async () => {
    const clinic = await open(row);
    await userEvent.type(await field(typed.label), 'x');
    await expectSettled(clinic.device, () => press('Save'));
    expect(await queued()).toEqual([
      {
        name: call('update'),
        input: { id, changes: { [typed.field]: `${String(row[typed.field] ?? '')}x` } },
        base: { [typed.field]: row[typed.field] },
      },
    ]);
  });

  test('brings back what was typed over a lock, over the row it was typed over, and nothing that others wrote since', async () => {
    const clinic = await openClinic({ [of.entity]: [of.Row.parse({ ...row, ...elsewhere })] });
    await saveDraft(recordKey(of, at), { of: row, parent, typed: { [typed.field]: 'Left knee' } });
    const form = await recordForms[entity]();
    const onReopen = vi.fn<(about: About<Row>) => void>();
    showSignedIn(clinic, <Opened form={form} first={null} onReopen={onReopen} />);
    await screen.findByDisplayValue('Left knee', {}, slowly);
    expect(onReopen.mock.lastCall?.[0].of).toMatchObject({ ...elsewhere, [typed.field]: row[typed.field] });
    await press('Save');
    await waitFor(async () =>
      expect(await queued()).toEqual([
        {
          name: call('update'),
          input: { id, changes: { [typed.field]: 'Left knee' } },
          base: { [typed.field]: row[typed.field] },
        },
      ]),
    );
  });

  test('does not take for its own what others write while a refused change is being corrected', async () => {
    const { clinic, onDone } = await refuse('update', { id, changes: {} });
    await field(typed.label);
    await userEvent.type(await field(typed.label), '!');
    const others = { ...row, ...examples[entity].elsewhere, updated_at: '2026-11-20T08:00:00.000000+00:00' };
    await mirrorRows(clinic.device, entity as EntityName, [of.Row.parse(others) as never]);
    await press('Send again');
    await waitFor(() => expect(onDone).toHaveBeenCalled(), slowly);
    const [sent] = await queued();
    expect(Object.keys(sent?.input['changes'] as object)).toEqual([typed.field]);
  });

  test('sends a refused change again over what is there now', async () => {
    const theirs = of.Row.parse({ ...row, [typed.field]: 'theirs', updated_at: '2026-11-19T08:00:00.000000+00:00' });
    const changes = { [typed.field]: 'mine' };
    const { onDone } = await refuse('update', { id, changes }, { base: { [typed.field]: null }, current: theirs });
    expect((await field(typed.label)).value).toBe('mine');
    await userEvent.type(await field(typed.label), ' too');
    await press('Send again');
    await waitFor(() => expect(onDone).toHaveBeenCalled(), slowly);
    expect(await queued()).toEqual([
      {
        name: call('update'),
        input: { id, changes: { [typed.field]: 'mine too' } },
        base: { [typed.field]: 'theirs' },
      },
    ]);
  });
});

describe.each(someOf(withCall('create'), 1))('the form of a new one of %s', (entity) => {
  const { of, row, typed, second, parent, fields, call, sent, begun, open, refuse } = formOf(entity);

  test('makes one, however often it is pressed, and no draft stays beside it', async () => {
    const { words } = await recordForms[entity]();
    const clinic = await open(undefined, { of: null, parent, typed: begun });
    await screen.findByDisplayValue('Left knee', {}, slowly);
    await savedOnce(clinic, words?.add ?? `Add ${of.noun}`);
    const [made] = await queued();
    expect(made?.name).toBe(call('create'));
    expect(of.typedIn(made?.input ?? {})).toMatchObject({ ...fields, ...second, [typed.field]: 'Left knee' });
    expect(made?.input).toMatchObject(of.parent ? { [of.parent.key]: parent } : {});
  });

  test('sends a refused new one again under its id, as it is typed now', async () => {
    const input = await sent();
    const { clinic, onDone } = await refuse('create', input);
    expect((await screen.findByRole('note', {}, slowly)).textContent).toBe('Look at it again.');
    await userEvent.type(await field(typed.label), '!');
    await expectSettled(clinic.device, () => press('Send again'));
    await waitFor(() => expect(onDone).toHaveBeenCalled(), slowly);
    const [again, ...others] = await queued();
    expect([again?.name, again?.base, others]).toEqual([call('create'), {}, []]);
    const now = { ...of.typedIn(input), [typed.field]: `${String(row[typed.field] ?? '')}!` };
    expect(of.typedIn(again?.input ?? {})).toEqual(now);
    expect(await parkedCalls()).toEqual([]);
  });

  test('asks for what has to be there', async () => {
    const asked = Object.entries(of.fields).filter(([name, { asks }]) => asks !== null && name !== typed.field);
    const { words } = await recordForms[entity]();
    const emptied = Object.fromEntries(asked.map(([name]) => [name, null]));
    await open(undefined, { of: null, parent, typed: { ...begun, ...emptied } });
    await screen.findByDisplayValue('Left knee', {}, slowly);
    await press(words?.add ?? `Add ${of.noun}`);
    for (const [, { asks, label }] of asked) expect(await screen.findByText(asks ?? uncapitalized(label))).toBeTruthy();
    // One that asks for no more than the name that is there is made.
    const made = asked.length === 0 ? 1 : 0;
    await waitFor(async () => expect(await queued()).toHaveLength(made), slowly);
  });
});

describe.each(someOf(withCall('remove'), 2))('the removal in the form of %s', (entity) => {
  const { row, typed, id, fields, call, open, created } = formOf(entity);

  test('removes what was seen, and nothing else, however often it is pressed', async () => {
    await open(row);
    await field(typed.label);
    await userEvent.dblClick(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByRole('button', { name: 'Undo' }, slowly);
    expect(await queued()).toMatchObject([{ name: call('remove'), input: { id }, base: fields }]);
  });

  test('asks before a removal where something typed would be lost', async () => {
    await open(row);
    await userEvent.type(await field(typed.label), 'x');
    await press('Remove');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }, slowly));
    await waitFor(async () => expect(await queued()).toMatchObject([{ name: call('remove'), input: { id } }]));
    expect(await draftKeys()).toEqual([]);
  });

  test('takes a removal back as it was', async () => {
    await open(row);
    await field(typed.label);
    await press('Remove');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }, slowly));
    await waitFor(async () =>
      expect(await queued()).toMatchObject([
        { name: call('remove') },
        { name: call('create'), input: { ...created, restores: true } },
      ]),
    );
  });
});

test('what a refused record belongs to may not be on this device: it stays kept', async () => {
  const clinic = await openClinic({ cases: [] });
  const { row } = examples.scripts;
  const input = records.scripts.New.parse(
    Object.fromEntries(Object.entries(row).filter(([name]) => name in records.scripts.New.shape)),
  );
  await queueWrite('cases.createScript', input);
  await park(clinic.device, 1);
  const onDone = vi.fn();
  for (const call of await parkedCalls()) showSignedIn(clinic, <Resend call={call} onDone={onDone} />);
  expect(await screen.findByText('The case is not on this device')).toBeTruthy();
  await press('Back to Sync status');
  expect(onDone).toHaveBeenCalled();
  expect(await parkedCalls()).toHaveLength(1);
});
