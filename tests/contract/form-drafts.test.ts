import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path}`)
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\/|^src\/app\/dev\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const isForm = /<form\b|\buseForm[(<]/;
const hasState = /\buseState\b/;
const isTyped = /<(TextInput|Textarea|NumberInput|TagsInput|DateField|PasswordInput|Autocomplete)\b/;
const isChosen = /<(Checkbox|Switch|Radio|Select|MultiSelect|SegmentedControl)\b/;
const isWritten = /\bcall\(|\bqueueWrites?\(/;
const keepsDraft = /\buse\w*(Draft|Autosave)\w*[(<]|<Draft(Fields|Drawer)\b/;

/** Whether a file holds what a person fills in until it is saved. */
function holdsTyping(text: string): boolean {
  return (
    isForm.test(text) || (hasState.test(text) && (isTyped.test(text) || (isChosen.test(text) && isWritten.test(text))))
  );
}

const secret = 'A password or a secret is kept nowhere.';
const question = 'A question of one press: nothing is typed, or a day that stands there already.';
const filter = 'Chooses what is listed, and saves nothing.';
const entry = 'Holds only text that is no value yet, beside a value that its form keeps.';
const ofPatients = 'The device is a patient’s own or a kiosk: nothing stays on it, or in its tab alone.';

/** Forms without a draft: why, or the file that keeps what is typed in it. */
const reasons: Record<string, string> = {
  'src/app/routes/dashboard.tsx': secret,
  'src/app/routes/sign-in/login-form.tsx': secret,
  'src/app/routes/sign-in/single-sign-on.tsx': secret,
  'src/features/account/ask-form.tsx': secret,
  'src/features/account/forgot-form.tsx': 'No one is signed in: no key seals a draft.',
  'src/features/account/link-form.tsx': secret,
  'src/features/account/password-part.tsx': secret,
  'src/features/address-book/rules-editor.tsx': entry,
  'src/features/audit/audit-filters.tsx': filter,
  'src/features/cases/discharge-dialog.tsx': question,
  'src/features/charges/performed-split.tsx': entry,
  'src/features/documentation/measures/measure-input.tsx': entry,
  'src/features/documentation/note-goals.tsx': entry,
  'src/features/documentation/templates/section-text.tsx': entry,
  'src/features/documentation/treatment-minutes.tsx': entry,
  'src/features/flowsheet/add-exercise.tsx': 'Words to look an exercise up by.',
  'src/features/flowsheet/cell-bar.tsx': entry,
  'src/features/intake/policy-fields.tsx': 'src/features/intake/insurance-decision.tsx',
  'src/features/intake/refuse-insurance.tsx': 'src/features/intake/insurance-decision.tsx',
  'src/features/messages/message-text.tsx': 'Tests answers where texts go nowhere.',
  'src/features/outcomes/outcome-form.tsx': 'src/features/outcomes/use-outcome-draft.ts',
  'src/features/printing/print-filter-row.tsx': filter,
  'src/features/providers/provider-section.tsx': question,
  'src/features/scheduling/booking/visit-change.tsx': 'src/features/scheduling/booking/visit-open.tsx',
  'src/features/scheduling/booking/visit-reason.tsx': 'src/features/scheduling/booking/visit-open.tsx',
  'src/features/scheduling/waitlist/waitlist-list.tsx': filter,
  'src/features/session/device-unlock-drawer.tsx': secret,
  'src/features/session/devices-drawer.tsx': filter,
  'src/features/session/own-way-in.tsx': secret,
  'src/features/single-sign-on/connection-form.tsx': 'src/features/single-sign-on/use-connection.ts',
  'src/features/visits/intake-drawer.tsx': question,
  'src/public/kiosk/enroll.tsx': secret,
  'src/public/kiosk/who-form.tsx': ofPatients,
  'src/public/pages/link-login.tsx': ofPatients,
  'src/public/pages/mobile-number.tsx': ofPatients,
  'src/public/pages/online-finish.tsx': ofPatients,
  'src/public/pages/online-review.tsx': ofPatients,
  'src/public/pages/patient-login.tsx': ofPatients,
  'src/public/pages/preferences.tsx': ofPatients,
  'src/shared/after-press.ts': 'Names it in a comment.',
  'src/shared/ui/date-field/date-field.tsx': entry,
  'src/sync/closed-changes.tsx': secret,
};

test('what is typed in a form is kept over a lock, or it is said why not', () => {
  const bare = sources.filter(({ text }) => holdsTyping(text) && !keepsDraft.test(text)).map(({ path }) => path);
  expect(bare.toSorted()).toEqual(Object.keys(reasons).toSorted());
});

test.each(Object.entries(reasons).filter(([, reason]) => reason.startsWith('src/')))(
  'what is typed in %s is kept by %s',
  (_, keeper) => {
    const text = sources.find(({ path }) => path === keeper)?.text ?? '';
    expect(keepsDraft.test(text)).toBe(true);
  },
);
