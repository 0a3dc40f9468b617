import { expect, test } from 'vitest';
import { mergedHistory, type RulesFrom } from './merged-history.ts';

type Rules = Readonly<Record<string, number | undefined>>;
/** The first from the beginning, the others from New Year's days. */
const history = (first: Rules, ...later: (Rules | null)[]): RulesFrom[] =>
  [first, ...later].flatMap((rules, at) =>
    rules ? [{ EffectiveFrom: at === 0 ? null : `203${at}-01-01`, rules }] : [],
  );
const was = history({ MinUnits: 1, MaxUnits: 8 }, { MinUnits: 2 });

test.each([
  ['nothing', was, was, was],
  [
    'other rules of one day',
    history({ MinUnits: 3, MaxUnits: 8 }, { MinUnits: 2 }),
    history({ MinUnits: 1, MaxUnits: 9 }, { MinUnits: 2 }),
    history({ MinUnits: 3, MaxUnits: 9 }, { MinUnits: 2 }),
  ],
  [
    'rules of other days',
    history({ MaxUnits: 8 }, { MinUnits: 2 }),
    history({ MinUnits: 1, MaxUnits: 8 }, { MinUnits: 2, MaxUnits: 4 }),
    history({ MaxUnits: 8 }, { MinUnits: 2, MaxUnits: 4 }),
  ],
  [
    'the same',
    history({ MinUnits: 3, MaxUnits: 8 }, { MinUnits: 2 }),
    history({ MinUnits: 3, MaxUnits: 8 }, { MinUnits: 2 }),
    history({ MinUnits: 3, MaxUnits: 8 }, { MinUnits: 2 }),
  ],
  [
    'a day, and the other nothing',
    was,
    history({ MinUnits: 1, MaxUnits: 8 }, { MinUnits: 2 }, {}),
    history({ MinUnits: 1, MaxUnits: 8 }, { MinUnits: 2 }, {}),
  ],
  [
    'the same day away',
    history({ MinUnits: 1, MaxUnits: 8 }),
    history({ MinUnits: 1, MaxUnits: 8 }),
    history({ MinUnits: 1, MaxUnits: 8 }),
  ],
])('two who changed %s: both stay', (_what, now, mine, both) => {
  expect(mergedHistory({ now, mine, was })).toEqual({ history: both, isClash: false });
});

test.each([
  [
    'one rule',
    history({ MinUnits: 3, MaxUnits: 8 }, { MinUnits: 2 }),
    history({ MinUnits: 4, MaxUnits: 8 }, { MinUnits: 2 }),
    history({ MinUnits: 4, MaxUnits: 8 }, { MinUnits: 2 }),
  ],
  [
    'a rule that the other no longer sets',
    history({ MaxUnits: 8 }, { MinUnits: 2 }),
    history({ MinUnits: 4, MaxUnits: 8 }, { MinUnits: 2 }),
    history({ MinUnits: 4, MaxUnits: 8 }, { MinUnits: 2 }),
  ],
  [
    'a rule, and the other adds a day that began as the one before',
    history({ MinUnits: 1, MaxUnits: 8 }, { MinUnits: 3 }),
    history({ MinUnits: 1, MaxUnits: 8 }, { MinUnits: 2 }, { MinUnits: 2 }),
    history({ MinUnits: 1, MaxUnits: 8 }, { MinUnits: 3 }, { MinUnits: 2 }),
  ],
  [
    'other days',
    history({ MinUnits: 1, MaxUnits: 8 }, { MinUnits: 2 }, null, {}),
    history({ MinUnits: 1, MaxUnits: 8 }, { MinUnits: 2 }, {}),
    history({ MinUnits: 1, MaxUnits: 8 }, { MinUnits: 2 }, {}, {}),
  ],
  [
    'a rule of a day that the other removes',
    history({ MinUnits: 1, MaxUnits: 8 }),
    history({ MinUnits: 1, MaxUnits: 8 }, { MinUnits: 2, MaxUnits: 4 }),
    history({ MinUnits: 1, MaxUnits: 8 }, { MaxUnits: 4 }),
  ],
])('two who changed %s: it is told, and mine goes over theirs', (_what, now, mine, over) => {
  expect(mergedHistory({ now, mine, was })).toEqual({ history: over, isClash: true });
});

test('a value of several words is one rule', () => {
  const of = (...AdditionalModifiers: string[]): RulesFrom[] => [
    { EffectiveFrom: null, rules: { AdditionalModifiers } },
  ];
  expect(mergedHistory({ was: of('59'), now: of('59'), mine: of() })).toEqual({ history: of(), isClash: false });
  expect(mergedHistory({ was: of('59'), now: of('GP'), mine: of() })).toEqual({ history: of(), isClash: true });
});
