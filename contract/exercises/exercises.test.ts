import { describe, expect, test } from 'vitest';
import { stamp, testId } from '../testing/rows.ts';
import { Exercise, exerciseRegions } from './exercise.ts';
import { figureSvg, isFigureKey } from './figures/figure-svg.ts';
import { figures } from './figures/figures.ts';
import { jointsOf } from './figures/skeleton.ts';
import { starterExercises, starterRights } from './starter/starter-exercises.ts';

describe('the starter set', () => {
  test.each(starterExercises.map((each) => [each.Key, each] as const))('%s can be stored', (_key, given) => {
    const { Key, ...rest } = given;
    expect(Key).toMatch(/^[a-z]+(-[a-z]+)*$/);
    const row = {
      ...rest,
      ExerciseId: testId(1),
      ImageFileIds: [],
      Rights: starterRights,
      Version: 1,
      updated_at: stamp,
    };
    expect(Exercise.safeParse(row).error).toBeUndefined();
    expect(isFigureKey(given.Figure)).toBe(true);
  });

  test('covers every region, each key, name and drawing once', () => {
    expect(starterExercises.length).toBeGreaterThanOrEqual(120);
    expect(new Set(starterExercises.map((each) => each.Region))).toEqual(new Set(Object.keys(exerciseRegions)));
    for (const of of ['Key', 'Name', 'PatientText'] as const)
      expect(new Set(starterExercises.map((each) => each[of])).size).toBe(starterExercises.length);
    const used = new Set(starterExercises.map((each) => each.Figure));
    expect(Object.keys(figures).filter((key) => isFigureKey(key) && !used.has(key))).toEqual([]);
  });

  test('texts have 2 to 4 sentences that a sixth grader reads', () => {
    const hard = starterExercises.filter(({ PatientText }) => {
      const sentences = PatientText.split(/(?<=[.!?])\s+/);
      return sentences.length < 2 || sentences.length > 4 || gradeOf(PatientText) > 6;
    });
    expect(hard.map((each) => `${each.Key} ${gradeOf(each.PatientText).toFixed(1)}`)).toEqual([]);
  });
});

/** Flesch-Kincaid grade, syllables counted by their vowels. */
function gradeOf(text: string): number {
  const sentences = text.split(/[.!?]+\s*/).filter(Boolean).length;
  const words = text.match(/[A-Za-z’]+/g) ?? [];
  const syllables = words.map((word) => word.replace(/e$/i, '').match(/[aeiouy]+/gi)?.length ?? 1);
  const total = syllables.reduce((sum, each) => sum + each, 0);
  return 0.39 * (words.length / sentences) + 11.8 * (total / words.length) - 15.59;
}

describe('drawings', () => {
  test.each(Object.keys(figures))('%s is small, has no ids and no colors of its own', (key) => {
    const svg = figureSvg(key, { size: 120, title: 'A & B "<' }) ?? '';
    expect(svg.length).toBeLessThanOrEqual(4_096);
    expect(svg).not.toMatch(/\bid=|NaN|Infinity|undefined|#|url\(/);
    expect(svg.replaceAll(/(?:fill|stroke)="(?:none|currentColor)"/g, '')).not.toMatch(/(?:fill|stroke)="/);
    expect(svg).toContain('role="img" aria-label="A &amp; B &quot;&lt;"');
    const box = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(svg)?.slice(1).map(Number) ?? [];
    expect(box.every(Number.isFinite) && (box[2] ?? 0) > 20 && (box[3] ?? 0) > 20).toBe(true);
  });

  test('no two are the same', () => {
    const drawn = Object.keys(figures).map((key) => figureSvg(key, { size: 120, title: null }));
    const twice = Object.keys(figures).filter((_, at) => drawn.indexOf(drawn[at] ?? null) !== at);
    expect(twice).toEqual([]);
  });

  test('one without a title is decoration, and a key without a drawing has none', () => {
    expect(figureSvg('bridge', { size: 40, title: null })).toContain('width="40" height="40"');
    expect(figureSvg('bridge', { size: 40, title: null })).toContain('aria-hidden="true"');
    expect(figureSvg('toString', { size: 40, title: null })).toBeNull();
    expect(figureSvg('', { size: 40, title: null })).toBeNull();
  });

  test('a hand reaches its place, and goes toward it where it is too far', () => {
    const body = { hip: 55, trunk: 0, arm: { to: [20, 80], bend: 1 }, leg: [180, 180] } as const;
    const reached = jointsOf(body, 'side');
    expect(reached.hand.map(Math.round)).toEqual([20, 80]);
    const far = jointsOf({ ...body, arm: { to: [200, 84], bend: 1 } }, 'side');
    expect(far.hand.map(Math.round)).toEqual([34, 84]);
    const front = jointsOf(body, 'front');
    expect(front.hand2.map(Math.round)).toEqual([-20, 80]);
  });

  const bodies = Object.entries(figures).flatMap(([key, figure]) =>
    figure.view === 'side' && !figure.near ? [[key, [figure.start, { ...figure.start, ...figure.end }]] as const] : [],
  );

  test.each(bodies)('%s lies, sits or stands on the floor in both postures', (_key, postures) => {
    for (const body of postures) {
      const { across: _across, headDirection: _head, ...places } = jointsOf(body, 'side');
      expect(Math.min(...Object.values(places).map(([, y]) => y))).toBeGreaterThan(-4);
    }
  });
});
