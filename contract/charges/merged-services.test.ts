import { describe, expect, test } from 'vitest';
import { ServiceId } from '../base/ids.ts';
import { codes, testId } from '../testing/rows.ts';
import {
  doubledLines,
  doneWords,
  doubledSentence,
  isSameServices,
  mergedServices,
  repeatedSentence,
  withoutLines,
} from './merged-services.ts';
import type { ServiceEntry } from './service.ts';

const line = (n: number, Minutes: number | null, CPT_Code = '97110', Count: number | null = null): ServiceEntry => ({
  ServiceId: ServiceId.parse(testId(n)),
  CPT_Code,
  Minutes,
  Count,
});
const [one, two, three] = [line(1, 15), line(2, 20), line(3, 30)];
const other = line(4, 30, '97140');

describe('the services of a visit that two people wrote', () => {
  test.each<[string, ServiceEntry[], ServiceEntry[], ServiceEntry[] | undefined, ServiceEntry[], string[]]>([
    ['mine come to what is unchanged', [one], [one, two], [one], [one, two], []],
    ['what someone else added stays', [one, other], [one, two], [one], [one, two, other], []],
    ['both added the same code', [one, three], [one, two], [one], [one, two, three], ['97110']],
    [
      'both gave a line of theirs the same code',
      [line(1, 15, '97530'), three],
      [one, line(3, 30, '97530')],
      [one, three],
      [line(1, 15, '97530'), line(3, 30, '97530')],
      ['97530'],
    ],
    [
      'I gave a line the code that someone added',
      [one, other],
      [line(1, 15, '97140')],
      [one],
      [line(1, 15, '97140'), other],
      ['97140'],
    ],
    [
      'the code was there twice before',
      [one, three, two],
      [one, two, line(3, 40)],
      [one, two, three],
      [one, two, line(3, 40)],
      [],
    ],
    ['a second line of a code that someone else left alone', [one], [one, two], [one], [one, two], []],
    ['both added it, and I saw theirs', [one, three], [one, three, two], [one, three], [one, three, two], []],
    ['what I removed goes, and nothing else', [one, two, three], [two], [one, two], [two, three], []],
    ['someone else replaced it by another line of the code', [three], [one, two], [one], [two, three], ['97110']],
    ['what someone else removed stays removed', [], [one, two], [one], [two], []],
    ['what someone else changed stays changed', [line(1, 40)], [one, two], [one], [line(1, 40), two], []],
    ['what I changed is changed', [one, three], [line(1, 40)], [one], [line(1, 40), three], []],
    ['both changed it to the same', [line(1, 40)], [line(1, 40)], [one], [line(1, 40)], []],
    ['both changed it differently', [line(1, 30)], [line(1, 40)], [one], [line(1, 40)], ['97110']],
    [
      'both gave it another code',
      [line(1, 15, '97530')],
      [line(1, 15, '97140')],
      [one],
      [line(1, 15, '97140')],
      ['97140'],
    ],
    ['I changed what is gone', [], [line(1, 40)], [one], [line(1, 40)], ['97110']],
    ['I removed what was changed', [line(1, 40)], [], [one], [], ['97110']],
    ['both removed it', [], [], [one], [], []],
    ['sent twice it is there once', [one, two], [one, two], [one], [one, two], []],
    ['who tells of no earlier list replaces it', [one, three], [two], undefined, [two], []],
    ['two lines of one id stay two, to be refused', [one], [one, one], [one], [one, one], []],
  ])('%s', (_name, now, mine, was, merged, clashes) => {
    expect(mergedServices(now, mine, was, codes)).toEqual({ merged, clashes });
  });

  test('a count that no one entered is one', () => {
    const entered = line(1, null, '97161');
    const recorded = line(1, null, '97161', 1);
    const changed = line(1, null, '97161', 2);
    expect(mergedServices([recorded], [changed], [entered], codes)).toEqual({ merged: [changed], clashes: [] });
    expect(isSameServices([recorded, two], [two, entered], codes)).toBe(true);
    expect(isSameServices([changed], [entered], codes)).toBe(false);
  });

  test.each<[string, ServiceEntry[], ServiceEntry[], ServiceEntry[] | undefined, ServiceEntry[], ServiceEntry[]]>([
    ['both added the same code', [one, three], [one, two], [one], [two], [one, three]],
    [
      'both gave a line of theirs the same code',
      [line(1, 15, '97530'), three],
      [one, line(3, 30, '97530')],
      [one, three],
      [line(3, 30, '97530')],
      [line(1, 15, '97530'), three],
    ],
    [
      'I gave a line a code that was added, and it is gone',
      [other],
      [line(1, 15, '97140')],
      [one],
      [line(1, 15, '97140')],
      [other],
    ],
    ['mine come to what is unchanged', [one], [one, two], [one], [], [one, two]],
    ['both changed a line differently', [line(1, 30)], [line(1, 40)], [one], [], [line(1, 40)]],
    ['both added it, and I saw theirs', [one, three], [one, three, two], [one, three], [], [one, three, two]],
    ['who tells of no earlier list', [one, three], [two], undefined, [], [two]],
  ])('theirs are kept: %s', (_name, now, mine, was, doubled, kept) => {
    expect(doubledLines(now, mine, was)).toEqual(doubled);
    expect(withoutLines(mergedServices(now, mine, was, codes).merged, doubled, now)).toEqual(kept);
  });

  test('a doubled code is named', () => {
    const [other, third] = [line(2, 20), line(3, 10)];
    const once = [line(1, 15), line(4, 8, '97140')];
    const twice = { once, services: [...once, other, line(5, 9, '97140')] };
    expect([['97110'], ['97110', '97140']].map((named) => doubledSentence(named, twice))).toEqual([
      '97110 is also in the charges that are saved for this visit. Was it done once or twice?',
      '97110, 97140 are also in the charges that are saved for this visit. Were they done once or twice?',
    ]);
    expect([['97110'], ['97110', '97140']].map((named) => repeatedSentence(named, twice))).toEqual([
      '97110 is in these charges twice. Was it done once or twice? If once, your last entry counts.',
      '97110, 97140 are in these charges twice. Were they done once or twice? If once, your last entry counts.',
    ]);
    expect(doneWords(['97110', '97140'], twice.services)).toBe('It was done twice');
    const more = { once, services: [...twice.services, third] };
    expect(repeatedSentence(['97110', '97140'], more)).toBe(
      '97110 is in these charges 3 times. Was it done once or 3 times? If once, your last entry counts. ' +
        '97140 is in these charges twice. Was it done once or twice? If once, your last entry counts.',
    );
    expect(doubledSentence(['97110'], { ...more, once: [...once, other] })).toBe(
      '97110 is also in the charges that are saved for this visit. Was it done twice or 3 times?',
    );
    expect([doneWords(['97110'], more.services), doneWords(['97110', '97140'], more.services)]).toEqual([
      'It was done 3 times',
      null,
    ]);
  });
});
