import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { KeysPart } from './keys-part.tsx';

afterEach(() => lockDevice());

test('the switch is kept with the account', async () => {
  showSignedIn(await openClinic(), <KeysPart />);
  const control = screen.getByRole('switch');
  act(() => control.focus());
  await userEvent.keyboard(' ');
  await waitFor(async () =>
    expect(await queued()).toMatchObject([
      { name: 'session.savePreferences', input: { Preferences: { singleKeyShortcuts: false } } },
    ]),
  );
  expect(document.activeElement).toBe(control);
});
