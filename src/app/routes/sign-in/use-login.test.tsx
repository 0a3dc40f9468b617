import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import * as erase from '#local/keys/erase.ts';
import * as keyring from '#local/keys/keyring.ts';
import * as signing from '#session/sign-in.ts';
import { useLogin } from './use-login.ts';

const refused = (refusal: signing.SignInRefusal): signing.SignInOutcome => ({ signedIn: false, refusal });
const leave = vi.fn<(SuperUser: boolean) => void>();
let signIn: MockInstance<typeof signing.signIn>;

beforeEach(() => {
  vi.spyOn(keyring, 'knownUsers').mockResolvedValue([]);
  signIn = vi.spyOn(signing, 'signIn');
  leave.mockReset();
});
afterEach(() => vi.restoreAllMocks());

const shown = () => renderHook(() => useLogin(undefined, leave)).result;

async function submit(login: ReturnType<typeof shown>, email: string, password: string): Promise<void> {
  act(() => {
    login.current.writeEmail(email);
    login.current.writePassword(password);
  });
  await act(() => login.current.submit());
}

test('what is missing is said and nothing is asked of the server', async () => {
  const login = shown();
  await submit(login, 'rosa', '');
  expect(Object.keys(login.current.errors)).toEqual(['email', 'password']);
  expect(signIn).not.toHaveBeenCalled();
});

test('the first question for a code is no refusal; a wrong code is one', async () => {
  const login = shown();
  signIn.mockResolvedValue(refused({ sentence: 'The code is not right.', needsCode: true }));
  await submit(login, 'pt@demo.test ', 'secret');
  expect(signIn).toHaveBeenLastCalledWith('pt@demo.test', 'secret', undefined);
  expect([login.current.code, login.current.refusal]).toEqual(['', null]);
  act(() => login.current.writeCode('123456'));
  await act(() => login.current.submit());
  expect(signIn).toHaveBeenLastCalledWith('pt@demo.test', 'secret', '123456');
  expect([login.current.code, login.current.refusal?.sentence]).toEqual(['', 'The code is not right.']);
});

test('another person begins without the code and the refusal of the one before', async () => {
  const login = shown();
  signIn.mockResolvedValue(refused({ sentence: 'That is not right.' }));
  await submit(login, 'pt@demo.test', 'secret');
  expect(login.current.refusal).not.toBeNull();
  act(() => login.current.pick({ Email: 'front@demo.test' } as never));
  expect([login.current.email, login.current.refusal, login.current.code]).toEqual(['front@demo.test', null, null]);
});

test('after a passkey the password goes on with its sign-in, and not once another email is typed', async () => {
  const login = shown();
  const goOn = {
    Email: 'pt@demo.test',
    asked: 'Enter your password once.',
    withPassword: vi.fn<(password: string) => Promise<signing.SignInOutcome>>(async () => refused({ sentence: 'No.' })),
    leave: vi.fn<() => void>(),
  };
  act(() => login.current.finish(refused({ sentence: '', goOn })));
  expect([login.current.email, login.current.question, login.current.refusal]).toEqual([goOn.Email, goOn.asked, null]);
  act(() => login.current.writePassword('secret'));
  await act(() => login.current.submit());
  expect(goOn.withPassword).toHaveBeenCalledWith('secret');
  act(() => login.current.finish(refused({ sentence: '', goOn })));
  act(() => login.current.writeEmail('front@demo.test'));
  expect(goOn.leave).toHaveBeenCalledTimes(1);
  expect(login.current.question).toBeUndefined();
});

test.each([
  ['', () => Promise.resolve()],
  [', also where what was told of an erasure cannot be put away', () => Promise.reject(new Error('No such part'))],
])('who is in leaves the page%s', async (_, read) => {
  const erasuresRead = vi.spyOn(erase, 'erasuresRead').mockImplementation(read);
  const unhandled = vi.fn<(error: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  const login = shown();
  signIn.mockResolvedValue({ signedIn: true, SuperUser: false });
  await submit(login, 'pt@demo.test', 'secret');
  await waitFor(() => expect(leave).toHaveBeenCalledWith(false));
  expect(login.current.isBusy).toBe(false);
  await waitFor(() => expect(erasuresRead).toHaveBeenCalledTimes(1));
  // Node tells of a rejection that nobody handles once the microtasks are done.
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
