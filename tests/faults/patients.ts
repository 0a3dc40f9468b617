import type { Fault } from './fault.ts';

const logins = 'server/features/patient-login/patient-login.pg.test.ts';
const intake = 'server/features/intake/intake.pg.test.ts';
const programs = 'server/features/hep/hep.pg.test.ts';
const kiosk = 'server/features/kiosk/kiosk.pg.test.ts';
const preferences = 'server/features/messages/preferences.pg.test.ts';
const online = 'server/features/online-scheduling/online-scheduling.pg.test.ts';
const visits = 'server/features/patient-visits/patient-visits.pg.test.ts';

/** On the pages for patients. */
export const patientFaults: readonly Fault[] = [
  {
    name: 'a booking brings texts back to a number that replied STOP',
    file: 'contract/messages/may-send.ts',
    from: ' && lifts.includes(person.how)',
    to: '',
    tests: ['contract/messages/may-send.test.ts'],
  },
  {
    name: 'a number changed through a link logs in before its former owner could object',
    file: 'server/features/patient-login/rows.ts',
    from: "'${codeLimits.newNumberHours} hours'",
    to: "'0 hours'",
    tests: [preferences],
  },
  {
    name: 'whatever is sent to the address of an email ends its emails',
    file: 'server/features/messages/one-click.ts',
    from: ' || !asked.test(body)',
    to: '',
    tests: [preferences],
  },
  {
    name: 'two servers remind a patient of the same forms',
    file: 'server/kit/messages/intake-remind.ts',
    from: 'if (isOurs > 0) claimed',
    to: 'claimed',
    tests: ['server/kit/messages/intake-remind.pg.test.ts'],
  },
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
  {
    name: 'a program that its patient has can be changed',
    file: 'server/features/hep/program-hooks.ts',
    from: 'if (before && isGiven(before))',
    to: 'if (before && false)',
    tests: [programs],
  },
  {
    name: 'a log of one exercise counts for a program that has it not',
    file: 'server/features/hep/own-program.ts',
    from: '!isOfIt || ',
    to: '',
    tests: [programs],
  },
  {
    name: 'what a phone logged offline is lost when it is sent',
    file: 'src/public/hep/use-program.ts',
    from: 'unsent: was?.unsent ?? []',
    to: 'unsent: []',
    tests: ['src/public/hep/home-program-page.test.tsx'],
  },
  {
    name: 'a check-in at a kiosk may fill in the forms of another visit',
    file: 'server/features/intake/held.ts',
    from: 'const isOther = caller.VisitId !== null && intake?.VisitId !== caller.VisitId;',
    to: 'const isOther = false;',
    tests: [kiosk],
  },
  {
    name: 'a kiosk that was enrolled anew answers to the tablet before',
    file: 'server/features/kiosk/routes.ts',
    from: 'if (kiosk?.enrollment !== claims.enrollment)',
    to: 'if (!kiosk)',
    tests: [kiosk],
  },
  {
    name: 'a kiosk never tires of wrong birth dates',
    file: 'server/features/kiosk/checkin.ts',
    from: 'if (isRecent && misses >= mostMisses)',
    to: 'if (isRecent && misses > mostMisses * 1000)',
    tests: [kiosk],
  },
  {
    name: 'a touch after the sleep of a tablet counts as one before it',
    file: 'src/public/kiosk/idle-guard.tsx',
    from: "if (state === 'active') touched.current = Date.now();",
    to: 'if (state) touched.current = Date.now();',
    tests: ['src/public/kiosk/kiosk.test.tsx'],
  },
  {
    name: 'a time held by a session is held no longer once somebody else asks',
    file: 'server/features/online-scheduling/rows.ts',
    from: `where site = app_site() and "expiresAt" > $1 and "SessionId" <> $2`,
    to: `where site = app_site() and "expiresAt" > $1 and "SessionId" = $2`,
    tests: [online],
  },
  {
    name: 'two who book online at once get one time',
    file: 'server/features/online-scheduling/holds.ts',
    from: '  await holdDay(tx, offer, Start);\n  const { SessionId }',
    to: '  const { SessionId }',
    tests: [online],
  },
  {
    name: 'who said STOP is subscribed to texts again by booking online',
    file: 'server/features/online-scheduling/new-person.ts',
    from: "how: 'patient',",
    to: "how: 'page',",
    tests: [online],
  },
  {
    name: 'a follow-up is booked online without a plan of care',
    file: 'contract/online-scheduling/care-allows.ts',
    from: 'if (from === null || to === null || day < from || day > to) return false;',
    to: 'if (to !== null && day > to) return false;',
    tests: [online],
  },
];
