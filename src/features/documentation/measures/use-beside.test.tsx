import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { noteRow, testId, visit } from '#contract/testing/rows.ts';
import * as reads from '#local/reads/measures.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { useBeside } from './use-beside.ts';

afterEach(() => {
  lockDevice();
  vi.restoreAllMocks();
});

const of = { CaseId: visit.CaseId, NoteId: NoteId.parse(visit.VisitId) };
const note = noteRow({}, { Cells: { [cellKey('measure', testId(90), 'Value')]: 110 } });

function Told() {
  const beside = useBeside(of, note);
  return <p>{typeof beside === 'string' ? beside : 'Known'}</p>;
}

test('measures that could not be read are said to keep a note from being signed', async () => {
  vi.spyOn(reads, 'measuresOfCase').mockRejectedValue(new Error('the database was closed'));
  showSignedIn(await openClinic(), <Told />);
  expect(screen.getByText('The measures are still loading.')).toBeTruthy();
  expect(await screen.findByText('The measures could not be loaded. Reload the page to try again.')).toBeTruthy();
});
