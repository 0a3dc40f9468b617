import { afterEach, expect, test, vi } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { testId, visit } from '#contract/testing/rows.ts';
import { device, lockDevice } from '#local/store/device.ts';
import { readDraft } from '#local/drafts/drafts.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { holdCopies, openClinic, queued } from '#shared/testing/clinic.tsx';
import { watchCalls } from '#shared/testing/settled.ts';
import { noteAutosave } from './note-autosave.ts';

afterEach(() => {
  vi.restoreAllMocks();
  lockDevice();
});

/** Drafts are dropped once the promise resolves, however slow this machine is. */
function holdDrops(until: Promise<void>): void {
  const { drafts } = device().outbox;
  const drop = drafts.delete.bind(drafts);
  vi.spyOn(drafts, 'delete').mockImplementation(((key: string) => until.then(() => drop(key))) as never);
}

test('the draft of a note says what was queued in the transaction of its calls', async () => {
  const clinic = await openClinic();
  const key = unsavedKey.note(visit.VisitId);
  const autosave = noteAutosave(
    { CaseId: visit.CaseId, NoteId: NoteId.parse(visit.VisitId), VisitId: visit.VisitId },
    () => undefined,
  );
  await autosave.restore();
  autosave.change('Plan', 'Twice a week', '');
  autosave.change('Objective', 'Flexion 95 degrees', '');
  const settled = watchCalls(clinic.device);
  // Held here, the tab has nothing of it but what the transaction wrote.
  const copies = holdCopies(clinic);
  const looked = Promise.withResolvers<void>();
  holdDrops(looked.promise);
  const flushed = autosave.flush();
  await expect.poll(() => settled).toEqual([{ calls: 2, gone: [], written: [key] }]);
  expect(await readDraft(key)).toMatchObject({
    Plan: { value: 'Twice a week', base: 'Twice a week', since: expect.any(Number) },
    Objective: { value: 'Flexion 95 degrees', base: 'Flexion 95 degrees', since: expect.any(Number) },
  });
  looked.resolve();
  copies();
  await flushed;
  expect(await queued()).toHaveLength(2);
  autosave.close();
});

test('what is said of one measure is one call, apart from that of others and from the text', async () => {
  await openClinic();
  const [knee, hip] = [testId(70), testId(71)];
  const autosave = noteAutosave(
    { CaseId: visit.CaseId, NoteId: NoteId.parse(visit.VisitId), VisitId: visit.VisitId },
    () => undefined,
  );
  await autosave.restore();
  autosave.change(cellKey('measure', knee, 'Value'), 120, null);
  autosave.change('Plan', 'Twice a week', '');
  autosave.change(cellKey('measure', hip, 'Value'), '4+', null);
  autosave.change(cellKey('measure', knee, 'Pain'), 3, 5);
  await autosave.flush();
  const of = ({ input, base }: { input: object; base: object }) => ({
    changes: 'changes' in input && input.changes,
    base,
  });
  expect((await queued()).map((call) => of(call))).toEqual([
    {
      changes: { [cellKey('measure', knee, 'Value')]: 120, [cellKey('measure', knee, 'Pain')]: 3 },
      base: { [cellKey('measure', knee, 'Value')]: null, [cellKey('measure', knee, 'Pain')]: 5 },
    },
    { changes: { Plan: 'Twice a week' }, base: { Plan: '' } },
    { changes: { [cellKey('measure', hip, 'Value')]: '4+' }, base: { [cellKey('measure', hip, 'Value')]: null } },
  ]);
  autosave.close();
});
