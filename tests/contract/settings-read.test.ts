import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppliedRules, ChartRules } from '#contract/address-book/applied-rules.ts';
import { PayerRules } from '#contract/address-book/payer-rules.ts';
import { settings } from '#contract/settings/settings.ts';
import { shownGroups } from '#features/address-book/rule-fields.ts';

const root = join(import.meta.dirname, '../..');
const rooms = ['contract', 'local', 'server', 'src', 'workers'];

/** Where settings and rules are described, stored and changed: naming one there is not reading it. */
const describes =
  /^(contract\/settings|contract\/session\/endpoints\.ts|contract\/address-book|src\/features\/settings|src\/features\/address-book|server\/features\/address-book)/;
const isNoReader = /\.test\.tsx?$|\/testing\/|^server\/demo\/|^src\/app\/dev\//;

const sources = rooms
  .flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((path) => `${room}/${path}`),
  )
  .filter((path) => /\.(tsx?|sql)$/.test(path) && !describes.test(path) && !isNoReader.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Files that ask for it by its name, as a member, a name that is taken apart, or a text. */
function readersOf(name: string): string[] {
  const named = new RegExp(`[.'"{,?]\\s*${name}\\b|\\b${name}[,:]`);
  return sources.filter(({ text }) => named.test(text)).map(({ path }) => path);
}

test.each(Object.entries(settings))('the setting %s is shown where something reads it, and only there', (name, of) => {
  expect({ name, isRead: readersOf(name).length > 0 }).toEqual({ name, isRead: !('isUnread' in of) });
});

const shown = new Set<string>(shownGroups.flatMap(({ fields }) => fields.map(({ key }) => key)));

test.each(Object.keys(PayerRules.shape))(
  'the payer rule %s is shown where something follows it, and only there',
  (name) => {
    expect({ name, isRead: readersOf(name).length > 0 }).toEqual({ name, isRead: shown.has(name) });
  },
);

test('all rules that devices are given are shown', () => {
  expect([...shown].toSorted()).toEqual(
    [...Object.keys(AppliedRules.shape), ...Object.keys(ChartRules.shape)].toSorted(),
  );
});
