import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..', '..', 'migrations');
/** Those up to here have been run and stay as they are. */
const last = '0396';

/** Whether a file changes or removes rows by itself, not by a function that it makes. */
function changesRows(text: string): boolean {
  const topLevel = text.replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''").replaceAll(/--.*$|\/\*.*?\*\//gm, '');
  return topLevel.split(';').some((statement) => /^\s*(with\b.*\b)?(update|delete\s+from)\s/is.test(statement));
}

test.each([
  ['update visits set stage = null;', true],
  ['alter table visits add a int;\n-- Each of them.\nupdate visits v set a = 1 from cases c where true;', true],
  ['with old as (select 1) update visits set a = 1;', true],
  ['delete from visits;', true],
  ['do $$ begin update visits set a = 1; end $$;', false],
  ['create function f() returns int language sql as $f$ update visits set a = 1 $f$;', false],
  ['create trigger t before update on visits for each row execute function f();', false],
  ['-- update visits set a = 1;\nrevoke delete, update on visits from mainstay_api;', false],
])('%s changes rows by itself: %s', (text, changes) => {
  expect(changesRows(text)).toBe(changes);
});

test('a new migration changes rows in batches: all at once they would be locked, and the log full, on a big clinic', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql') && name.slice(0, 4) > last);
  const texts = files.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  const atOnce = texts.filter(({ text }) => changesRows(text) && !text.startsWith('-- In batches'));
  expect(atOnce.map(({ name }) => name)).toEqual([]);
});
