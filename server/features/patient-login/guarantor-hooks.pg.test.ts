import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
});
afterAll(() => api.close());

const nora = {
  PatientId: cast.patients.rosa,
  FirstName: 'Nora',
  LastName: 'Quill',
  DateOfBirth: '1985-03-04',
  Email: 'nora@example.org',
  Phone: null,
  Relationship: 'other' as const,
  IsProxy: false,
  IsForAdult: false,
  From: '2026-01-05',
  Until: null,
};

test('no guarantor is born after the clinic’s today, new or changed; one stored before this was asked stays', async () => {
  const PatientGuarantorId = randomUUID() as never;
  const refused = { kind: 'invalid', fields: { DateOfBirth: 'The birth date is in the future.' } };
  const create = (DateOfBirth: string) =>
    api.call('guarantors.createPatientGuarantor', { ...nora, PatientGuarantorId, DateOfBirth } as never, {
      as: 'front',
    });
  const change = (changes: object) =>
    api.call('guarantors.updatePatientGuarantor', { id: PatientGuarantorId, changes } as never, { as: 'front' });
  await expect(create('2985-03-04')).rejects.toMatchObject(refused);
  await create('1985-03-04');
  await expect(change({ DateOfBirth: '2985-03-04' })).rejects.toMatchObject(refused);
  await api.db.owner(
    `update patient_guarantors set "DateOfBirth" = '2985-03-04' where site = 'demo' and "PatientGuarantorId" = $1`,
    [PatientGuarantorId],
  );
  expect(await change({ LastName: 'Quince' })).toMatchObject({
    patientGuarantor: { LastName: 'Quince', DateOfBirth: '2985-03-04' },
  });
});
