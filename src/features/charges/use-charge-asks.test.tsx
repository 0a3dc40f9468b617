import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ServiceId } from '#contract/base/ids.ts';
import { assistant, codes, payer, provider, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic } from '#shared/testing/clinic.tsx';
import { useChargeAsks } from './use-charge-asks.ts';

afterEach(() => lockDevice());

const part = (ProviderId: typeof provider.ProviderId, Minutes: number) => ({ ProviderId, Minutes, Together: false });
const entry = (minutes: number) => ({
  ServiceId: ServiceId.parse(testId(1)),
  CPT_Code: '97161',
  Minutes: null,
  Count: 1,
  Performed: [part(provider.ProviderId, minutes), part(assistant.ProviderId, minutes)],
});

test('who gave a service is asked about, not of people who have left, and not where it was billed', async () => {
  await openClinic({ providers: [provider, { ...assistant, Inactive: true }] });
  const of = { visit, codes, provider, payer };
  const { result, rerender } = renderHook((props: Parameters<typeof useChargeAsks>[0]) => useChargeAsks(props), {
    initialProps: { ...of, entries: [entry(0)] },
  });
  await waitFor(() => expect(result.current).toEqual(['How long did each person give 97161?']));
  rerender({ ...of, entries: [entry(15)] });
  expect(result.current).toEqual([]);
  rerender({ ...of, entries: [entry(0)], visit: { ...visit, stage: 'submitted' } });
  expect(result.current).toEqual([]);
  rerender({ ...of, entries: [entry(0)] });
  expect(result.current).toHaveLength(1);
});
