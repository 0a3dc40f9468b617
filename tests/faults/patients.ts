import type { Fault } from './fault.ts';

const logins = 'server/features/patient-login/patient-login.pg.test.ts';
const intake = 'server/features/intake/intake.pg.test.ts';
const visits = 'server/features/patient-visits/patient-visits.pg.test.ts';

/** On the pages for patients. */
export const patientFaults: readonly Fault[] = [
  {
    name: 'a code of a patient can be guessed for as long as one likes',
    file: 'server/features/patient-login/verify.ts',
    from: 'if (isInTime) await setAttempt(tx, attempt.AttemptId, { isWrong: true });',
    to: '',
    tests: [logins],
  },
  {
    name: 'a copied cookie of a patient goes on without the key of the device',
    file: 'server/features/patient-login/sessions.ts',
    from: '!isSigned(row.deviceKey, turnText(row.SessionId, turn), signature) || ',
    to: '',
    tests: [logins],
  },
  {
    name: 'codes go to as many numbers as somebody makes up',
    file: 'contract/patient-login/limits.ts',
    from: ' && siteToday < siteMost',
    to: '',
    tests: ['contract/patient-login/limits.test.ts'],
  },
  {
    name: 'the transaction of a patient sees the whole clinic',
    file: 'server/kit/auth/patient-scope.ts',
    from: "PatientIds.length === 0 ? nobody : PatientIds.join(',')",
    to: "''",
    tests: [logins],
  },
  {
    name: 'who only pays sees the visits',
    file: 'server/features/patient-visits/visits.ts',
    from: "(isProxy ? 'proxy' : 'guarantor')",
    to: "'proxy'",
    tests: [visits],
  },
  {
    name: 'a parent acts for a child who has grown up',
    file: 'contract/guarantors/guarantor-reach.ts',
    from: 'ageOn(patient.DateOfBirth, today) < 18',
    to: 'ageOn(patient.DateOfBirth, today) <= 18',
    tests: ['contract/guarantors/patient-guarantor.test.ts'],
  },
  {
    name: 'a login leads on to another host',
    file: 'contract/public/paths.ts',
    from: 'host !== origin || ',
    to: '',
    tests: ['contract/public/paths.test.ts'],
  },
  {
    name: 'an import asks again who a row is of which it was said',
    file: 'server/features/importer/plan-import.ts',
    from: 'present.patients.has(id) || remembered.has(id)',
    to: 'present.patients.has(id)',
    tests: ['server/features/importer/run-import.pg.test.ts'],
  },
  {
    name: 'forms are taken without their signatures',
    file: 'server/features/intake/submit.ts',
    from: 'if (stepsOf(forms, answers).some((step) => gapsOf(step, answers).length > 0))',
    to: 'if (stepsOf(forms, answers).length === 0)',
    tests: [intake],
  },
  {
    name: 'who holds a link reads the address and number of the patient',
    file: 'server/features/intake/held.ts',
    from: "caller.level === 'L1' ? maskContacts(forms, answers) : ",
    to: '',
    tests: [intake],
  },
  {
    name: 'who holds a link reads what another device answered',
    file: 'server/features/intake/change.ts',
    from: 'asSeenBy(caller, forms, others)',
    to: 'asSeenBy({ ...caller, level: null }, forms, others)',
    tests: ['server/features/intake/intake-attacks.pg.test.ts'],
  },
  {
    name: 'an answer overwrites what the chart was corrected to',
    file: 'contract/visits/intake-answers.ts',
    from: "(patient[field] ?? '') !== (compared ?? '')",
    to: 'compared === intake',
    tests: ['contract/visits/intake-answers.test.ts'],
  },
  {
    name: 'a file on disk opens for another patient’s version',
    file: 'server/kit/files/file-store.ts',
    from: 'file|${site}|${FileVersionId}`;',
    to: 'file|`;',
    tests: ['server/kit/backup/copy-files.test.ts'],
  },
];
