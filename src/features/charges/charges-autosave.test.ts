import { afterEach, describe, expect, test } from 'vitest';
import { ServiceId } from '#contract/base/ids.ts';
import { codes, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { holdAlone } from '#local/drafts/draft-locks.ts';
import { readDraft, saveDraft } from '#local/drafts/drafts.ts';
import { unsavedDrafts, unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { holdCopies, openClinic, queued } from '#shared/testing/clinic.tsx';
import { reopen } from '#shared/autosave/reopen.ts';
import { watchCalls } from '#shared/testing/settled.ts';
import { chargesAutosave, type ChargeRow } from './charges-autosave.ts';

afterEach(() => lockDevice());

const key = unsavedKey.charges(visit.VisitId);
const descriptions = codes.map((code) => ({ ...code, charge: null }));
const row: ChargeRow = { ServiceId: ServiceId.parse(testId(60)), CPT_Code: '97110', Minutes: 23, Count: null };

test('the draft of charges says what was queued in the transaction of their call', async () => {
  const clinic = await openClinic();
  const autosave = chargesAutosave(visit, descriptions, () => undefined);
  await autosave.restore();
  autosave.change('services', [row], []);
  const settled = watchCalls(clinic.device);
  // Held here, the tab has nothing of it but what the transaction wrote.
  const copies = holdCopies(clinic);
  const flushed = autosave.flush();
  await expect.poll(() => settled).toEqual([{ calls: 1, gone: [], written: [key] }]);
  expect(await readDraft(key)).toEqual({ services: { value: [row], base: [row], since: expect.any(Number) } });
  copies();
  await flushed;
  expect(await queued()).toMatchObject([{ name: 'charges.save', base: { services: [] } }]);
  autosave.close();
});

describe('lines that a dead tab left, with others saved since', () => {
  const since: ChargeRow = { ...row, ServiceId: ServiceId.parse(testId(61)), Minutes: 45 };

  /** A tab with what it shows, in which what was left is read. */
  async function tab(shown: readonly ChargeRow[]) {
    const made = chargesAutosave(visit, descriptions, () => undefined);
    made.seen({ services: [...shown] });
    return { made, found: await made.restore() };
  }

  async function savedSince(): Promise<void> {
    await openClinic();
    const release = await holdAlone(key);
    const { made } = await tab([]);
    await saveDraft(key, { services: { value: [row], base: [] } });
    await release?.();
    made.change('services', [since], []);
    await made.flush();
    made.close();
  }

  test('do not come back beside them by themselves, and stay among what is unsaved', async () => {
    await savedSince();
    const { made, found } = await tab([since]);
    await made.flush();
    expect(found).toBe(false);
    expect(made.snapshot().services).toBeUndefined();
    expect(await queued()).toHaveLength(1);
    expect(await readDraft(key)).toEqual({ services: { value: [row], base: [] } });
    made.close();
    await expect.poll(unsavedDrafts).toMatchObject([{ kind: 'charges', fields: ['services'] }]);
  });

  test('come when they are asked for, over what their writer saw: the others stay', async () => {
    await savedSince();
    reopen(key);
    const { made, found } = await tab([since]);
    expect(found).toBe(true);
    expect(made.snapshot().services?.value).toEqual([row]);
    await made.flush();
    expect((await queued()).at(-1)).toMatchObject({ input: { services: [{ Minutes: 23 }] }, base: { services: [] } });
    made.close();
  });
});
