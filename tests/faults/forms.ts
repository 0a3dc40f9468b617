import type { Fault } from './fault.ts';

const forms = 'server/features/intake-forms/intake-forms.pg.test.ts';
const intake = 'server/features/intake/intake.pg.test.ts';

/** In forms that a clinic writes, in what becomes of them in the chart, and in goals and cases there. */
export const formFaults: readonly Fault[] = [
  {
    name: 'a form with a gap is published',
    file: 'server/features/intake-forms/handlers.ts',
    from: 'if (problem) fail(',
    to: 'if (problem?.page === -1) fail(',
    tests: [forms],
  },
  {
    name: 'somebody publishes what somebody else has written meanwhile',
    file: 'server/features/intake-forms/handlers.ts',
    from: "if (draft.rev !== rev) refuseOvertaken(draft, 'form');",
    to: '',
    tests: [forms],
  },
  {
    name: 'two people make a policy each of one card',
    file: 'server/features/intake/insurance.ts',
    from: 'if (known) fail(',
    to: 'if (known === null) fail(',
    tests: ['server/features/intake/insurance.pg.test.ts'],
  },
  {
    name: 'an intake takes as many photos as somebody sends',
    file: 'contract/intake/photo-limit.ts',
    from: 'had.photos < mostPhotos && ',
    to: '',
    tests: [intake],
  },
  {
    name: 'a mark of the patient that a therapist removed is offered again',
    file: 'src/features/documentation/body/patient-marks.tsx',
    from: "!(cellKey('mark', id, 'Mark') in editing.note.Cells)",
    to: "!editing.note.Cells[cellKey('mark', id, 'Mark')]",
    tests: ['src/features/documentation/body/body-part.test.tsx'],
  },
  {
    name: 'forms are taken without their signatures',
    file: 'server/features/intake/submit.ts',
    from: 'if (stepsOf(forms, answers).some((step) => gapsOf(step, answers).length > 0))',
    to: 'if (stepsOf(forms, answers).length === 0)',
    tests: [intake],
  },
  {
    name: 'of a percentage that is none the note keeps the keys that were one',
    file: 'src/features/documentation/note-goals.tsx',
    from: 'else onChange(isNumber ? Number(typed) : held);',
    to: 'else if (isNumber) onChange(Number(typed));',
    tests: ['src/features/documentation/note-goals.test.tsx'],
  },
  {
    name: 'a case with a plan of care that went out is asked about as if it could be deleted',
    file: 'local/reads/cases.ts',
    from: 'stamps.length > 0 || ',
    to: '',
    tests: ['src/features/cases/case-actions.test.tsx'],
  },
  {
    name: 'a renamed visit type loses the forms of visits that were booked before',
    file: 'contract/intake/visit-types-asked.ts',
    from: '.filter(({ FormerNames }) => FormerNames?.includes(booked))',
    to: '.filter(() => false)',
    tests: ['contract/intake/visit-types-asked.test.ts'],
  },
  {
    name: 'changed English is signed in the Spanish of before, and nobody is asked',
    file: 'server/features/intake-forms/handlers.ts',
    from: '    if (!isSpanishRight) await assertSpanish(tx, draft);\n',
    to: '',
    tests: ['server/features/intake-forms/intake-forms.pg.test.ts'],
  },
  {
    name: 'a form is sent again by a second press',
    file: 'src/shared/hooks/use-busy.ts',
    from: '    setBusy(true);',
    to: '    setBusy(false);',
    tests: ['src/features/address-book/submit-once.test.tsx'],
  },
  {
    name: 'a client secret is kept in the draft of its form',
    file: 'src/features/single-sign-on/use-connection.ts',
    from: 'draftOver(kept.before, unsecret(kept.values), kept.before)',
    to: 'draftOver(kept.before, kept.values, kept.before)',
    tests: ['src/app/kept-over-lock.test.tsx'],
  },
  {
    name: 'refused days that were left out are sent again',
    file: 'src/features/scheduling/days/resend-days.tsx',
    from: '.filter(({ CustomDayId }) => !typed.without.includes(CustomDayId))',
    to: '.filter(() => true)',
    tests: ['src/app/refused-calendar-calls.test.tsx'],
  },
];
