import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { expect } from 'vitest';
import { unsavedDrafts } from '#local/drafts/unsaved-drafts.ts';
import { hasUnsaved, saveUnsaved } from '#shared/unsaved.ts';
import { showSignedIn, type Clinic } from './clinic.tsx';

/** The drawer's code comes with its first opening. */
export const patience = { timeout: 20_000 };

type Typing = {
  part: ReactNode;
  /** Opens the form, where it is not open at once. */
  opens?: string;
  field: string;
  text: string;
  /** The form and the address under which it is told of. */
  at: string;
  /** Gives what it stands in after the lock, where somebody else has changed that meanwhile. */
  after?: () => ReactNode;
};

/** Two screens of one person with a lock between them: types in the first and gives what stands in the second. */
export async function overLock(
  clinic: Clinic,
  { part, opens, field, text, at, after = () => part }: Typing,
): Promise<string> {
  const open = async (screenOf: ReactNode) => {
    const shown = showSignedIn(clinic, <MemoryRouter>{screenOf}</MemoryRouter>);
    if (opens !== undefined) await userEvent.click(await screen.findByRole('button', { name: opens }, patience));
    return shown;
  };
  const before = await open(part);
  const [first] = await screen.findAllByRole('textbox', { name: field }, patience);
  if (!first) throw new Error(`There is no field ${field}.`);
  await userEvent.type(first, text);
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  await waitFor(async () => expect(await unsavedDrafts()).toMatchObject([{ kind: 'at', id: at }]), patience);

  await open(after());
  const again = await screen.findByDisplayValue<HTMLInputElement>(new RegExp(text), {}, patience);
  await waitFor(() => expect(hasUnsaved()).toBe(true), patience);
  return again.value;
}
