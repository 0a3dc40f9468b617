import { expect, test } from 'vitest';
import { episode, testId } from '../testing/rows.ts';
import { mergedCase } from './merged-case.ts';

const gait = [{ Code: 'R26.89', Description: 'Gait' }];
const neck = [{ Code: 'M54.2', Description: 'Neck' }];
const answer = (n: number, Value: string) => ({ CustomCaseInputId: testId(n), Value });

test('fields no one else changed are taken', () => {
  const { merged, kept } = mergedCase(
    episode,
    { Diagnoses: neck, Title: 'Neck' },
    { Diagnoses: episode.Diagnoses, Title: episode.Title },
  );
  expect(merged).toEqual({ Diagnoses: neck, Title: 'Neck' });
  expect(kept).toEqual([]);
});

test('diagnoses someone else changed stay theirs, the rest is taken', () => {
  const { merged, kept } = mergedCase(
    { ...episode, Diagnoses: gait },
    { Diagnoses: neck, Title: 'Neck' },
    { Diagnoses: episode.Diagnoses },
  );
  expect(merged).toEqual({ Title: 'Neck' });
  expect(kept).toEqual(['Diagnoses']);
});

test('two who write the same do not disagree, whatever the order of the keys', () => {
  const theirs = [{ Description: 'Neck', Code: 'M54.2' }];
  const { kept } = mergedCase({ ...episode, Diagnoses: theirs }, { Diagnoses: neck }, { Diagnoses: [] });
  expect(kept).toEqual([]);
});

test('without a base the last arrival wins', () => {
  expect(mergedCase({ ...episode, Diagnoses: gait }, { Diagnoses: neck }, {}).merged).toEqual({ Diagnoses: neck });
});

test('each question of the clinic is answered by itself', () => {
  const before = [answer(1, 'Yes'), answer(2, 'Bus'), answer(3, 'Old')];
  const theirs = [answer(1, 'Yes'), answer(2, 'Car'), answer(3, 'Old'), answer(4, 'New')];
  const mine = [answer(1, 'No'), answer(2, 'Bus')];
  const { merged } = mergedCase({ ...episode, CustomInputs: theirs }, { CustomInputs: mine }, { CustomInputs: before });
  expect(merged.CustomInputs).toEqual([answer(1, 'No'), answer(2, 'Car'), answer(4, 'New')]);
});
