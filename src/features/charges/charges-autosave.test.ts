import { afterEach, expect, test } from 'vitest';
import { ServiceId } from '#contract/base/ids.ts';
import { codes, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { readDraft } from '#local/drafts/drafts.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { holdCopies, openClinic, queued } from '#shared/testing/clinic.tsx';
import { watchCalls } from '#shared/testing/settled.ts';
import { chargesAutosave, type ChargeRow } from './charges-autosave.ts';

afterEach(() => lockDevice());

const row: ChargeRow = { ServiceId: ServiceId.parse(testId(60)), CPT_Code: '97110', Minutes: 23, Count: null };

test('the draft of charges says what was queued in the transaction of their call', async () => {
  const clinic = await openClinic();
  const key = unsavedKey.charges(visit.VisitId);
  const descriptions = codes.map((code) => ({ ...code, charge: null }));
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
