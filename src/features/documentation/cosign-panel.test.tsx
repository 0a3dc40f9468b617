import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ProviderId } from '#contract/base/ids.ts';
import { assistant, episode, noteRow, provider, stamp, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { enterKey } from '#shared/testing/hold-enter.ts';
import { CosignPanel } from './cosign-panel.tsx';

afterEach(() => lockDevice());

const texts = {
  Subjective: 'Less pain.',
  Objective: 'Flexion 95 degrees.',
  Assessment: 'Progressing.',
  Plan: 'Twice a week.',
};
const note = noteRow(texts, { signedAt: stamp, signedByProviderId: assistant.ProviderId, cosignRequired: true });
const saveCharges = async () => void (await queueWrite('charges.save', { id: visit.VisitId, services: [] }));
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Cosign' });

test('a cosignature is asked about, and goes after the charges that were just typed', async () => {
  const clinic = await openClinic({ visitNotes: [note], providers: [provider, assistant] });
  showSignedIn(clinic, <CosignPanel note={note} services={[]} flushCharges={saveCharges} />);
  await userEvent.click(button());
  const dialog = within(await screen.findByRole('dialog', { name: 'Cosign this note?' }));
  expect(await queued()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Cosign' }));
  await screen.findByText('Note cosigned.');
  await waitFor(async () =>
    expect((await queued()).map(({ name }) => name)).toEqual(['charges.save', 'documentation.cosign']),
  );
});

test('who signed a note does not cosign it', async () => {
  const own = { ...note, signedByProviderId: provider.ProviderId };
  showSignedIn(await openClinic(), <CosignPanel note={own} services={[]} flushCharges={saveCharges} />);
  await screen.findByText('You can’t cosign a note you signed. Ask another provider.');
  expect(button().disabled).toBe(true);
});

test('another therapist than the one who was asked cosigns in their place, and is told so', async () => {
  const other = { ...provider, ProviderId: ProviderId.parse(testId(51)), FirstName: 'Ben', LastName: 'Zimmer' };
  const clinic = await openClinic({ visitNotes: [note], providers: [provider, assistant, other] });
  const asked = { ...note, CosignerProviderId: other.ProviderId };
  showSignedIn(clinic, <CosignPanel note={asked} services={[]} flushCharges={saveCharges} />);
  await screen.findByText(/Asked to cosign: Ben Zimmer, PT\./);
  await userEvent.click(button());
  const dialog = within(await screen.findByRole('dialog', { name: 'Cosign this note?' }));
  expect(dialog.getByText(/You cosign in their place\./)).toBeTruthy();
});

test('a therapist of another discipline does not cosign', async () => {
  const clinic = await openClinic({ visitNotes: [note], cases: [{ ...episode, Discipline: 'OT' }] });
  showSignedIn(clinic, <CosignPanel note={note} services={[]} flushCharges={saveCharges} />);
  await screen.findByText('Only a therapist of OT can cosign this note.');
  expect(button().disabled).toBe(true);
});

test('Enter that is held down opens the question and does not cosign; pressed again it does', async () => {
  const clinic = await openClinic({ visitNotes: [note], providers: [provider, assistant] });
  const key = enterKey();
  showSignedIn(clinic, <CosignPanel note={note} services={[]} flushCharges={async () => undefined} />);
  await waitFor(() => expect(button().disabled).toBe(false));
  act(() => button().focus());
  await key.press();
  const dialog = within(await screen.findByRole('dialog', { name: 'Cosign this note?' }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cosign' })));
  await key.repeat();
  expect(await queued()).toEqual([]);
  await key.press();
  await waitFor(async () => expect((await queued()).map(({ name }) => name)).toEqual(['documentation.cosign']));
});
