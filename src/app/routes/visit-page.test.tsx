import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { VisitNote } from '#contract/documentation/visit-note.ts';
import { episode, payer, provider, stamp, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/device.ts';
import { readDraft } from '#local/drafts.ts';
import { openClinic, queued, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { VisitPage } from './visit-page.tsx';

const note = (more: Partial<VisitNote> = {}) =>
  VisitNote.parse({
    VisitId: visit.VisitId,
    CaseId: episode.CaseId,
    PatientId: visit.PatientId,
    FacilityId: visit.FacilityId,
    NoteType: 'daily',
    Subjective: 'Less pain.',
    Objective: 'Flexion 95 degrees.',
    Assessment: 'Progressing.',
    Plan: 'Twice a week.',
    signedAt: null,
    signedByProviderId: null,
    cosignRequired: false,
    cosignedAt: null,
    cosignedByProviderId: null,
    updated_at: stamp,
    ...more,
  });
const open = (clinic: Clinic) => showSignedIn(clinic, <VisitPage VisitId={visit.VisitId} onBack={vi.fn()} />);
const names = async () => (await queued()).map((call) => call.name);

async function addService(code: string, minutes: string, number: number) {
  await userEvent.click(await screen.findByRole('button', { name: 'Add service' }));
  await userEvent.type(screen.getByRole('combobox', { name: `CPT, service ${number}` }), `${code}{Enter}`);
  await userEvent.type(screen.getByRole('textbox', { name: `Minutes, service ${number}` }), minutes);
}

afterEach(() => lockDevice());

describe('a visit in the chart', () => {
  test('typing is drafted at once and queued with its base when the section is left', async () => {
    open(await openClinic({ visitNotes: [note()] }));
    const plan = await screen.findByRole('textbox', { name: 'Plan' });
    await userEvent.type(plan, ' Stairs next.');
    await waitFor(async () => expect(await readDraft(`note:${visit.VisitId}`)).toBeDefined());
    expect(await names()).toEqual([]);
    fireEvent.blur(plan);
    await waitFor(async () =>
      expect(await queued()).toEqual([
        {
          name: 'documentation.save',
          input: { id: episode.CaseId, VisitId: visit.VisitId, changes: { Plan: 'Twice a week. Stairs next.' } },
          base: { Plan: 'Twice a week.' },
        },
      ]),
    );
    expect(await screen.findByText(/saved on this device \d/)).toBeTruthy();
  });

  test("minutes become units by the payer's rule, and 'why' shows both rules side by side", async () => {
    open(await openClinic({ visitNotes: [note()] }));
    await addService('97110', '33', 1);
    await addService('97140', '7', 2);
    await userEvent.click(await screen.findByRole('button', { name: 'Why 3 units?' }));
    const cms = within(await screen.findByRole('region', { name: 'CMS total time' }));
    expect(cms.getByText('CMS total time: 3 units')).toBeTruthy();
    expect(cms.getByText(`Used by ${payer.Name}`)).toBeTruthy();
    expect(screen.getByText('Rule of eights: 2 units')).toBeTruthy();
  });

  test('Enter goes to the minutes of the next service, Shift and Enter back', async () => {
    open(await openClinic({ visitNotes: [note()] }));
    await addService('97110', '33', 1);
    await addService('97140', '7', 2);
    const first = screen.getByRole('textbox', { name: 'Minutes, service 1' });
    const second = screen.getByRole('textbox', { name: 'Minutes, service 2' });
    first.focus();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(second);
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    expect(document.activeElement).toBe(first);
  });

  test('says what is missing, then signs after what is typed and entered is queued', async () => {
    open(await openClinic({ visitNotes: [note({ Plan: '' })] }));
    const sign = within(await screen.findByRole('group', { name: 'Sign' }));
    expect(sign.getByText(/Plan is empty\. No service is recorded\./)).toBeTruthy();
    expect((sign.getByRole('button', { name: 'Sign' }) as HTMLButtonElement).disabled).toBe(true);
    await addService('97110', '23', 1);
    await userEvent.type(screen.getByRole('textbox', { name: 'Plan' }), 'Discharge.');
    expect(screen.queryByText(/Signed electronically by/)).toBeNull();
    await userEvent.click(await sign.findByRole('button', { name: 'Sign' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign this note?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Sign' }));
    expect(await screen.findByText(/Signed electronically by Rosa Alvarez, PT/)).toBeTruthy();
    const calls = await names();
    expect(calls.at(-1)).toBe('documentation.sign');
    expect(new Set(calls)).toEqual(new Set(['charges.save', 'documentation.save', 'documentation.sign']));
  });

  test('a signed note is read, not edited, and its charges stay until it is billed', async () => {
    const signed = note({ signedAt: stamp, signedByProviderId: provider.ProviderId });
    open(await openClinic({ visits: [Visit.parse({ ...visit, stage: 'billing' })], visitNotes: [signed] }));
    expect(await screen.findByText(/Signed electronically by Rosa Alvarez, PT/)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Plan' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Sign' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Add service' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Submit claim' }));
    await userEvent.click(await screen.findByRole('radio', { name: /^Submit and close/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Submit and close' }));
    await waitFor(async () =>
      expect(await queued()).toMatchObject([
        { name: 'billing.submitClaim', input: { visitId: visit.VisitId, destination: 'closed', lastUpdated: stamp } },
      ]),
    );
    expect(await screen.findByText('Waiting to be made on the server.')).toBeTruthy();
  });

  test('the previous note stands beside it and is copied by section, after what is there', async () => {
    const before = Visit.parse({
      ...visit,
      VisitId: testId(10),
      Start: '2026-11-11T10:00',
      End: '2026-11-11T10:45',
      stage: 'closed',
    });
    const earlier = note({ VisitId: before.VisitId, Plan: 'Home program daily.', signedAt: stamp });
    open(await openClinic({ visits: [visit, before], visitNotes: [note(), earlier] }));
    await userEvent.click(await screen.findByRole('button', { name: 'Copy Plan into this note' }));
    const plan = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Plan' });
    expect(plan.value).toBe('Twice a week.\n\nHome program daily.');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(plan.value).toBe('Twice a week.');
  });
});
