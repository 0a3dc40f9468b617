import { afterEach, expect, test } from 'vitest';
import { Patient } from '#contract/patients/patient.ts';
import { patient } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { keepSetup } from '#local/store/setup.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic } from '#shared/testing/clinic.tsx';
import { toldWords } from './notice-words.ts';

afterEach(() => {
  setSyncState(null);
  lockDevice();
});

test.each([
  [true, true, ' We’ll notify the patient in 3 minutes.'],
  [true, false, ' We’ll notify the patient once you’re back online.'],
  [false, true, ''],
])('told of visits %s, online %s: “%s”', async (isTold, online, words) => {
  const reached = Patient.parse({
    ...patient,
    Email: 'mai@example.test',
    MessageConsent: { email: true, text: false },
  });
  const { device, setup } = await openClinic({ patients: [reached] });
  const website = { ...setup.website, tell_of_visits: isTold, messages_by_email: true };
  await keepSetup(device, { ...setup, website });
  setSyncState({ ...syncState(), online });
  expect(await toldWords(patient.PatientId)).toBe(words);
});
