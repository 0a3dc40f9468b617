import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import type { EvalMeasurementId } from '#contract/measures/ids.ts';
import type { OwnMeasurement } from '#contract/measures/own-measurement.ts';
import type { EvalTemplate } from '#contract/templates/eval-template.ts';
import { noteRow, testId, visit } from '#contract/testing/rows.ts';
import { stepDownRow } from '#contract/testing/measures.ts';
import { evalTemplateRow, textTemplateRow } from '#contract/testing/templates.ts';
import { noteOfVisit } from '#local/reads/documentation.ts';
import { lockDevice } from '#local/store/device.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { NoteEditor } from '../note-editor.tsx';
import { NoteGoals } from '../note-goals.tsx';
import { useNote } from '../use-note.ts';

afterEach(() => lockDevice());

const id = NoteId.parse(visit.VisitId);

function Desk() {
  const note = useLiveValue(() => noteOfVisit(visit.VisitId), []);
  const editing = useNote({ CaseId: visit.CaseId, NoteId: id, VisitId: visit.VisitId }, note);
  if (!editing.isRead || !note) return null;
  return (
    <NoteEditor
      of={note}
      editing={editing}
      readOnlyReason={null}
      visit={visit}
      goals={
        <NoteGoals
          CaseId={visit.CaseId}
          NoteId={id}
          day={visit.Start.slice(0, 10)}
          editing={editing}
          isReadOnly={false}
          actions={null}
        />
      }
    />
  );
}

async function open(template: Partial<EvalTemplate> = {}, evalMeasurements: OwnMeasurement[] = []) {
  const user = userEvent.setup();
  const clinic = await openClinic({
    visitNotes: [noteRow({ Subjective: 'Fell on Friday.' }, { NoteType: 'eval' })],
    evalTemplates: [{ ...evalTemplateRow, ...template }],
    textTemplates: [textTemplateRow],
    evalMeasurements,
  });
  showSignedIn(clinic, <Desk />);
  return user;
}

const use = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Use a template' }, { timeout: 20_000 }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Knee evaluation' }));
};

test('a template brings its sections, measures and goals once, and leaves what was typed', async () => {
  const user = await open();
  await use(user);
  const home = await screen.findByRole('textbox', { name: 'Home setup' });
  expect(home.getAttribute('placeholder')).toBe('Stairs, rails, who lives there');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Subjective' }).value).toBe('Fell on Friday.');
  await waitFor(async () => expect((await queued()).map(({ name }) => name)).toContain('documentation.saveMeasures'));
  const sent = await queued();
  expect(sent.find(({ name }) => name === 'documentation.saveMeasures')?.input['add']).toHaveLength(2);
  await use(user);
  await waitFor(() => expect(screen.getAllByRole('textbox', { name: 'Home setup' })).toHaveLength(1));
  expect(await queued()).toEqual(sent);

  await user.click(await screen.findByRole('button', { name: 'Add goal: Climb 12 stairs without a rail' }));
  await waitFor(async () =>
    expect((await queued()).at(-1)).toMatchObject({
      name: 'cases.createGoal',
      input: { Text: 'Climb 12 stairs without a rail', Term: 'long', GoalType: 'Function' },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Add goal/ })).toBeNull());
});

test('a measure that is gone is named, and the rest comes', async () => {
  const gone = { EvalMeasurementId: testId(99) as EvalMeasurementId, Mode: null, Side: null };
  const user = await open({ Measurements: [gone, ...evalTemplateRow.Measurements] });
  await use(user);
  await screen.findByText(/a measure that was removed from the library/);
  const added = (await queued()).find(({ name }) => name === 'documentation.saveMeasures');
  expect(added?.input['add']).toHaveLength(2);
});

test('a measure of the clinic that is not in use any more is named, and the rest comes', async () => {
  const stepDown = { EvalMeasurementId: stepDownRow.EvalMeasurementId, Mode: null, Side: null };
  const Measurements = [stepDown, ...evalTemplateRow.Measurements];
  const user = await open({ Measurements }, [{ ...stepDownRow, Inactive: true }]);
  await use(user);
  await screen.findByText('Not added, because it is no longer in use: “Step-down quality”. Everything else was added.');
  const added = (await queued()).find(({ name }) => name === 'documentation.saveMeasures');
  expect(added?.input['add']).toHaveLength(2);
});

test('one for another discipline or kind of note is not offered', async () => {
  await open({ Discipline: 'OT' });
  await screen.findByRole('textbox', { name: 'Subjective' });
  await expect(screen.findByRole('button', { name: 'Use a template' }, { timeout: 300 })).rejects.toThrow();
});

test('a text goes in at the cursor by keyboard, and Tab goes through its blanks and then on', async () => {
  const user = await open();
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Assessment' });
  // Where it is not offered there is no button.
  expect(screen.queryByRole('button', { name: 'Insert text in Plan' })).toBeNull();
  await user.type(field, 'Walks better.');
  await user.keyboard('{Control>}.{/Control}');
  await user.click(await screen.findByRole('menuitem', { name: 'Tolerated well' }));
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe(`Walks better. ${textTemplateRow.Body}`);
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('{{exercises}}');
  await user.keyboard('bridges');
  await user.tab();
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('{{side}}');
  await user.keyboard('left');
  expect(field.value).toBe('Walks better. Tolerated bridges on the left without an increase in pain.');
  await user.tab();
  expect(document.activeElement).not.toBe(field);
  await waitFor(async () =>
    expect((await queued()).map(({ input }) => input['changes'])).toContainEqual(
      expect.objectContaining({ [`template:${textTemplateRow.TextTemplateId}.Inserted`]: ['Assessment'] }),
    ),
  );
});

test('a text that does not fit is not inserted, and a sentence says so', async () => {
  const user = userEvent.setup();
  const long = 'x'.repeat(19_990);
  const clinic = await openClinic({
    visitNotes: [noteRow({ Assessment: long }, { NoteType: 'eval' })],
    textTemplates: [textTemplateRow],
  });
  showSignedIn(clinic, <Desk />);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Assessment' });
  await user.click(await screen.findByRole('button', { name: 'Insert text in Assessment' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Tolerated well' }));
  await screen.findByText('A section has at most 20,000 characters. Nothing was inserted.');
  expect(field.value).toBe(long);
});

test('10,000 characters are pasted whole; what is more than fits is not cut but refused in a sentence', async () => {
  const user = userEvent.setup();
  showSignedIn(await openClinic({ visitNotes: [noteRow({ Assessment: 'Old' }, { NoteType: 'eval' })] }), <Desk />);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Assessment' });
  await user.click(field);
  field.setSelectionRange(0, 3);
  await user.paste('x'.repeat(10_000));
  expect(field.value).toBe('x'.repeat(10_000));
  await user.paste('y'.repeat(10_001));
  await screen.findByText('A section has at most 20,000 characters. Nothing was pasted.');
  expect(field.value).toBe('x'.repeat(10_000));
  await user.paste('y'.repeat(10_000));
  expect(field.value).toHaveLength(20_000);
});
