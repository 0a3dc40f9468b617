import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { noteRow, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { noteOfVisit } from '#local/reads/documentation.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { NoteText } from '../signed-note.tsx';
import { useNote } from '../use-note.ts';
import { SpinePart } from './spine-part.tsx';

afterEach(() => lockDevice());

function Desk() {
  const note = useLiveValue(() => noteOfVisit(visit.VisitId), []);
  const id = NoteId.parse(visit.VisitId);
  const editing = useNote({ CaseId: visit.CaseId, NoteId: id, VisitId: visit.VisitId }, note);
  if (!editing.isRead) return null;
  return <SpinePart id="spine" editing={editing} askers={['medicareChiropractic']} isReadOnly={false} />;
}

const segment = (id: string, name: string) => cellKey('segment', id, name);
const cell = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const saved = async () => Object.assign({}, ...(await queued()).map(({ input }) => input['changes'])) as object;

test('findings are typed by keyboard alone, from cell to cell; what was treated is counted by region', async () => {
  showSignedIn(await openClinic({ visitNotes: [] }), <Desk />);
  await cell('Pain, C0');
  await userEvent.tab();
  expect(document.activeElement).toBe(await cell('Pain, C0'));
  await userEvent.keyboard(
    '{Enter}{ArrowDown}{Enter}{Enter}{Enter}4{ArrowRight}left{ArrowRight}{ArrowRight}{ArrowRight} ',
  );
  expect((await cell('Treated, C5')).checked).toBe(true);
  expect(await screen.findByText(/^1 region treated \(cervical\): 98940 covers 1 to 2\./)).toBeTruthy();
  await userEvent.keyboard('{ArrowRight}Diversified{Shift>}{Enter}{/Shift}');
  expect(document.activeElement).toBe(await cell('Technique, C4'));
  await waitFor(async () =>
    expect(await saved()).toEqual({
      [segment('C5', 'Pain')]: 4,
      [segment('C5', 'Asymmetry')]: 'left',
      [segment('C5', 'Treated')]: 'yes',
      [segment('C5', 'Technique')]: 'Diversified',
    }),
  );
  await userEvent.tab();
  expect(document.activeElement?.closest('table')).toBeNull();
});

test('what Medicare misses is told below, and a rating that is none stays typed and is not saved', async () => {
  showSignedIn(await openClinic({ visitNotes: [] }), <Desk />);
  await userEvent.click(await cell('Treated, L5'));
  expect(await screen.findByText(/with asymmetry or range among them, for L5\.$/)).toBeTruthy();
  await userEvent.type(await cell('Pain, L5'), '12');
  expect((await screen.findByRole('alert')).textContent).toBe('Enter 0 to 10.');
  expect((await cell('Pain, L5')).value).toBe('12');
  await userEvent.tab();
  await waitFor(async () => expect(await saved()).toMatchObject({ [segment('L5', 'Treated')]: 'yes' }));
  expect(Object.values(await saved())).not.toContain(1);
});

test('a note shows what was found from top to bottom, and nothing where it holds nothing', async () => {
  const Cells = {
    [segment('L5', 'Treated')]: 'yes',
    [segment('L5', 'Technique')]: 'Gonstead',
    [segment('C1', 'Pain')]: 3,
  };
  showSignedIn(await openClinic(), <NoteText note={noteRow({}, { Cells })} signers={undefined} />);
  const said = [...(await screen.findByText('C1')).closest('dl')!.children].map(({ textContent }) => textContent);
  expect(said).toEqual(['C1Pain 3/10', 'L5Treated: Gonstead']);
});
