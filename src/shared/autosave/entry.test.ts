import { expect, test } from 'vitest';
import { entryAfter, type Entry } from './entry.ts';

type Case = {
  name: string;
  entry: Partial<Entry<string>>;
  shown: string;
  after: Partial<Entry<string>> | undefined;
};

/** Words of one field; others may add theirs. */
const compare = {
  same: (a: string, b: string) => a === b,
  isIn: (shown: string, value: string, before: string) =>
    shown === value || (value !== before && value !== '' && shown.includes(value)),
};
const entryOf = (some: Partial<Entry<string>>): Entry<string> => ({
  value: 'once',
  base: '',
  state: 'saved',
  at: null,
  arrived: false,
  ...some,
});
const arrived = { base: 'once', past: undefined, arrived: true };

const cases: Case[] = [
  { name: 'stays as it is while the mirror shows what was there before', entry: {}, shown: '', after: {} },
  { name: 'has arrived where the mirror shows it', entry: {}, shown: 'once', after: arrived },
  { name: 'gives way where others have added to it', entry: {}, shown: 'once, then twice', after: undefined },
  {
    name: 'gives way to what someone else wrote after it arrived',
    entry: arrived,
    shown: 'never',
    after: undefined,
  },
  {
    name: 'stays where something is typed after it arrived, whatever someone else wrote',
    entry: { ...arrived, base: '' },
    shown: 'never',
    after: { ...arrived, base: '' },
  },
  {
    name: 'has not arrived before the edit that it takes back',
    entry: { value: '', base: 'once', past: [''] },
    shown: '',
    after: { value: '', base: 'once', past: [''] },
  },
  {
    name: 'waits while the mirror shows what was there before the queued edits',
    entry: { value: 'twice', base: 'twice', past: ['', 'once'] },
    shown: 'once',
    after: { value: 'twice', base: 'twice', past: ['', 'once'] },
  },
  {
    name: 'gives way where another tab went on from it before it was shown here',
    entry: { value: 'once', base: 'once', past: [''] },
    shown: 'thrice',
    after: undefined,
  },
  {
    name: 'goes on from what its draft brought back where that was queued before the page went',
    entry: { value: 'once a week', broughtBack: 'once' },
    shown: 'once',
    after: { value: 'once a week', broughtBack: 'once', base: 'once' },
  },
];

test.each(cases)('an edit $name', ({ entry, shown, after }) => {
  const now = entryAfter(entryOf(entry), shown, compare);
  expect(now).toEqual(after && entryOf({ ...entry, ...after }));
});
