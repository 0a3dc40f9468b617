import { expect, test } from 'vitest';
import { testId, visit } from '../testing/rows.ts';
import type { VisitStage } from './stage.ts';
import { stageAfterMove } from './stage-after-move.ts';

const { Start, FacilityId } = visit;
test.each<[VisitStage, object, VisitStage]>([
  ['confirmed', {}, 'confirmed'],
  ['confirmed', { Start: '2026-11-19T10:00' }, 'scheduled'],
  ['confirmed', { FacilityId: testId(77) }, 'scheduled'],
  ['scheduled', { Start: '2026-11-19T10:00' }, 'scheduled'],
  ['checkedIn', { Start: '2026-11-18T11:00' }, 'checkedIn'],
])('a %s visit that the clinic moves by %o is %s', (stage, changes, is) => {
  expect(stageAfterMove({ Start, FacilityId, stage }, { Start, FacilityId, ...changes })).toBe(is);
});
