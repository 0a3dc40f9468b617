import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import { Claim } from '#contract/billing/claim.ts';
import { stamp, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { ClaimPanel } from './claim-panel.tsx';

afterEach(() => lockDevice());

const claim = (number: number, more: Partial<Claim>) =>
  Claim.parse({
    ClaimId: testId(number),
    VisitId: visit.VisitId,
    PatientId: visit.PatientId,
    FacilityId: visit.FacilityId,
    PayerId: testId(12),
    status: 'submitted',
    ControlNumber: `MS-${number}`,
    InterchangeControlNumber: '000000001',
    Frequency: '1',
    totalCharge: 12_000,
    ServiceDate: '2026-11-18',
    submittedAt: stamp,
    filename: `MS-${number}.837`,
    updated_at: stamp,
    ...more,
  });

test('a claim that an addendum changed says that it needs a correction, a replaced one does not', async () => {
  const clinic = await openClinic({ visits: [Visit.parse({ ...visit, stage: 'billing' })] });
  const AmendedByNoteId = NoteId.parse(testId(90));
  await mirrorRows(clinic.device, 'claims', [
    claim(91, { AmendedByNoteId, status: 'void' }),
    claim(92, { AmendedByNoteId }),
    claim(93, {}),
  ]);
  const bill = Visit.parse({ ...visit, stage: 'billing' });
  showSignedIn(clinic, <ClaimPanel visit={bill} name="Nguyễn, Mai" saveFirst={async () => undefined} />);
  const lines = await screen.findAllByRole('listitem');
  expect(lines.map(({ textContent }) => /MS-(\d+)/.exec(textContent)?.[1])).toEqual(
    expect.arrayContaining(['91', '92', '93']),
  );
  const marked = lines.filter(({ textContent }) => textContent.includes('Needs correction'));
  expect(marked.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/MS-92.*An addendum was signed and the charges changed after this claim\./),
  ]);
});
