import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { patient } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { parkedCalls, queueWrite } from '#local/outbox/outbox.ts';
import { park } from '#local/testing/park.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { expectSettled } from '#shared/testing/settled.ts';
import { DiscardForm } from './discard-form.tsx';

afterEach(() => lockDevice());

test('the draft of why a change is discarded goes with the call that tells of it', async () => {
  const clinic = await openClinic();
  await queueWrite('patients.update', { id: patient.PatientId, changes: { City: 'Salem' } }, { City: patient.City });
  await park(clinic.device, 1);
  showSignedIn(clinic, <DiscardForm mid={1} onKeep={() => undefined} />);
  await userEvent.type(screen.getByRole('textbox'), 'Entered twice');
  await expectSettled(clinic.device, () => userEvent.click(screen.getByRole('button', { name: 'Discard change' })));
  expect(await queued()).toMatchObject([{ name: 'sync.recordDiscard', input: { mid: 1, reason: 'Entered twice' } }]);
  expect(await parkedCalls()).toEqual([]);
});
