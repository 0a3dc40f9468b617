import { afterEach, expect, test } from 'vitest';
import type { Setup } from '#contract/session/endpoints.ts';
import { pastLogin } from './past-login.ts';
import { renewVisitor, setVisitor, visitor } from './visitor.ts';

const setup = (can: string[]) =>
  ({ currentUser: { can, SuperUser: false }, website: { plus: true } }) as unknown as Setup;
const openLogin = () => pastLogin({ search: '?returnTo=/patients' });

afterEach(() => setVisitor(null));

test('a change of rights counts for who is in', () => {
  setVisitor(setup([]));
  renewVisitor(setup(['write notes']));
  expect(visitor()?.can).toEqual(['write notes']);
});

test('a setup that arrives while someone signs out does not send the login page away', () => {
  setVisitor(setup([]));
  expect(openLogin()).toEqual({ enter: false, to: '/patients' });
  setVisitor(null);
  renewVisitor(setup(['write notes']));
  expect(visitor()).toBeNull();
  expect(openLogin()).toEqual({ enter: true });
});
