import { expect, test } from 'vitest';
import { assistant, noteRow, provider, stamp, testId } from '../testing/rows.ts';
import type { Discipline } from '../providers/provider.ts';
import { waitsForCosigner } from './to-cosign.ts';

const me = { ProviderId: provider.ProviderId, Type: provider.Type };
const waiting = noteRow({}, { signedAt: stamp, signedByProviderId: assistant.ProviderId, cosignRequired: true });
const asked = (CosignerProviderId: string) => ({ ...waiting, CosignerProviderId: CosignerProviderId as never });

test.each<[string, typeof waiting | undefined, Discipline | null, typeof me | null, boolean]>([
  ['they were asked', asked(provider.ProviderId), 'PT', me, true],
  ['they were asked for a case of unknown discipline', asked(provider.ProviderId), null, me, true],
  ['another was asked', asked(testId(51)), 'PT', me, false],
  ['nobody was asked', waiting, 'PT', me, true],
  ['nobody was asked, of another discipline', waiting, 'OT', me, false],
  ['nobody was asked, and they are an assistant', waiting, 'PT', { ...me, Type: 'PTA' }, false],
  ['nobody was asked, and they treat nobody', waiting, 'PT', null, false],
  ['they signed it themselves', { ...waiting, signedByProviderId: provider.ProviderId }, 'PT', me, false],
  ['it is cosigned', { ...asked(provider.ProviderId), cosignedAt: stamp }, 'PT', me, false],
  ['it is not signed', { ...asked(provider.ProviderId), signedAt: null }, 'PT', me, false],
  ['it needs none', { ...asked(provider.ProviderId), cosignRequired: false }, 'PT', me, false],
  ['nothing is written', undefined, 'PT', me, false],
])('a note waits for a cosigner or not: %s', (_name, note, discipline, who, waits) => {
  expect(waitsForCosigner(note, discipline, who)).toBe(waits);
});
