import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { show } from '#shared/testing/show.tsx';
import { LoginForm } from './login-form.tsx';
import { missingFields } from './login-words.ts';
import type { Login } from './use-login.ts';

const submit = vi.fn<() => void>();
const form = (of: Partial<Login>) => {
  const login = {
    email: '',
    password: '',
    code: null,
    errors: {},
    refusal: null,
    isBusy: false,
    submit,
    ...of,
  } as unknown as Login;
  return show(
    <MemoryRouter>
      <LoginForm login={login} isLocked={false} isOnline people={[]} returnTo={null} />
    </MemoryRouter>,
  );
};

test('what is missing is called as its field is', () => {
  form({ errors: missingFields('', '', null) });
  for (const name of ['Email', 'Password']) {
    const field = screen.getByLabelText(name);
    const error = document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '');
    expect(error?.textContent).toMatch(new RegExp(`^Enter your ${name.toLowerCase()}\\b`));
  }
});

test('the button keeps its whole label while it works, says so, and sends nothing twice', () => {
  form({ email: 'pt@demo.test', password: 'secret', isBusy: true });
  const button = screen.getByRole('button', { name: 'Sign in' });
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(button.textContent).toBe('Sign in');
  button.click();
  expect(submit).not.toHaveBeenCalled();
});
