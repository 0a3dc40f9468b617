import { expect, test } from 'vitest';
import { version } from '../../package.json';
import { appVersion } from './app-version.ts';

test('what calls tell is the version of the package', () => {
  expect(appVersion).toBe(version);
});
