import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Service } from '#contract/charges/service.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { assistant, episode, noteRow, payer, provider, stamp, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { readDraft, saveDraft } from '#local/drafts/drafts.ts';
import { parkedCalls, queueWrite } from '#local/outbox/outbox.ts';
import { loseRows, mirrorRows } from '#local/testing/device.ts';
import { park } from '#local/testing/park.ts';
import { changedInAll, openClinic, queued, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { watchDrafts } from '#shared/testing/settled.ts';
import { enterKey } from '#shared/testing/hold-enter.ts';
import { listen } from '#shared/testing/listen.ts';
import { pressUndo } from '#shared/testing/undo.ts';
import { announce, LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { VisitPage } from './visit-page.tsx';

const texts = {
  Subjective: 'Less pain.',
  Objective: 'Flexion 95 degrees.',
  Assessment: 'Progressing.',
  Plan: 'Twice a week.',
};
const note = (more: Partial<VisitNote> = {}) => noteRow(texts, more);
const care = { opened: null, open: vi.fn(), close: vi.fn(), addGoal: vi.fn(), addPlan: vi.fn() };
const open = (clinic: Clinic, onCompare: (on: boolean) => void = () => undefined) =>
  showSignedIn(
    clinic,
    <VisitPage
      isComparing={false}
      onCompare={onCompare}
      PatientId={visit.PatientId}
      VisitId={visit.VisitId}
      onBack={vi.fn()}
      onNavigate={vi.fn()}
      care={care}
    />,
  );
/** Asks for nothing that a clock counts: what is late depends on the day. */
const unclocked = { ...payer, Kind: 'commercial' as const };
const names = async () => (await queued()).map((call) => call.name);

async function addService(code: string, minutes: string, number: number) {
  await userEvent.click(await screen.findByRole('button', { name: 'Add service' }));
  await userEvent.type(screen.getByRole('combobox', { name: `CPT, service ${number}` }), `${code}{Enter}`);
  await userEvent.type(screen.getByRole('textbox', { name: `Minutes, service ${number}` }), minutes);
}

afterEach(() => lockDevice());

test('a visit that is removed while it is open is told of, and only where the whole chart is here', async () => {
  const clinic = await openClinic({ visitNotes: [note()] });
  const chart = { PatientId: visit.PatientId, openedAt: 0, hydratedAt: null };
  await clinic.device.mirror.charts.put(chart);
  open(clinic);
  await screen.findByRole('textbox', { name: 'Plan' });
  await loseRows(clinic.device, 'visits', [visit.VisitId]);
  expect(await screen.findByText('Loading the visit')).toBeTruthy();
  await clinic.device.mirror.charts.put({ ...chart, hydratedAt: 1 });
  expect(await screen.findByText('This visit is no longer in the chart')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'See the visits of this patient' })).toBeTruthy();
  cleanup();
  open(clinic);
  expect(await screen.findByText(/it is not on this device yet/)).toBeTruthy();
});

describe('a visit in the chart', () => {
  test('typing is drafted at once and queued with its base when the section is left', async () => {
    const clinic = await openClinic({ visitNotes: [note()] });
    const drafts = watchDrafts(clinic.device);
    open(clinic);
    const plan = await screen.findByRole('textbox', { name: 'Plan' });
    await userEvent.type(plan, ' Stairs next.');
    await waitFor(() => expect([...drafts]).toEqual([`note:${visit.VisitId}`]));
    fireEvent.blur(plan);
    await waitFor(async () =>
      expect(await changedInAll()).toEqual({
        changes: { Plan: 'Twice a week. Stairs next.' },
        base: { Plan: 'Twice a week.' },
      }),
    );
    expect((await queued())[0]).toMatchObject({
      name: 'documentation.save',
      input: { NoteId: visit.VisitId, id: episode.CaseId, VisitId: visit.VisitId },
    });
    expect(await screen.findByText(/saved on this device \d/)).toBeTruthy();
  });

  test('the first text that is saved brings the buttons to print it, and moves nothing that is pressed', async () => {
    open(await openClinic({ visitNotes: [] }));
    const plan = await screen.findByRole('textbox', { name: 'Plan' });
    const below = await screen.findByRole('button', { name: 'Add a score' });
    expect(screen.queryByRole('group', { name: /^Print or download/ })).toBeNull();
    await userEvent.type(plan, 'Stairs next.');
    fireEvent.blur(plan);
    const output = await screen.findByRole('group', { name: /^Print or download/ });
    for (const one of [plan, below])
      expect(one.compareDocumentPosition(output) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  });

  test('a signature waits for the decision about refused text, and leads to it', async () => {
    const clinic = await openClinic({ visitNotes: [note()] });
    const of = { id: episode.CaseId, NoteId: note().NoteId, VisitId: visit.VisitId };
    await queueWrite('documentation.save', { ...of, changes: { Plan: 'Stairs.' } }, { Plan: 'Once a week.' });
    await park(clinic.device, 1, { current: note() });
    const onCompare = vi.fn();
    open(clinic, onCompare);
    const panel = within(await screen.findByRole('group', { name: 'Sign' }));
    expect(await panel.findByText(/^Part of this note was not accepted\./)).toBeTruthy();
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Sign' }).disabled).toBe(true);
    await userEvent.click(panel.getByRole('button', { name: 'Compare and decide' }));
    expect(onCompare).toHaveBeenCalledWith(true);
  });

  test('a no-show offers the note of its kind alone, which can be signed', async () => {
    open(await openClinic({ visits: [Visit.parse({ ...visit, stage: 'noShow' })], visitNotes: [] }));
    const kind = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Kind of note' });
    expect(kind.value).toBe('No-show or cancellation');
    expect(screen.getByText(/Reason is missing\. Contact is missing\. Effect on the plan is empty\./)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Subjective' })).toBeNull();
  });

  test('a note can be written on only once what a crash left of it is back', async () => {
    const clinic = await openClinic({ visitNotes: [note()] });
    const left = 'Twice a week. Stairs, as typed before the crash.';
    await saveDraft(`note:${visit.VisitId}`, { Plan: { value: left, base: 'Twice a week.' } });
    const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
    const slow = vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...of: Parameters<typeof decrypt>) => {
      const place = new TextDecoder().decode((of[0] as AesGcmParams).additionalData);
      if (place.startsWith('drafts')) await new Promise((resolve) => setTimeout(resolve, 150));
      return decrypt(...of);
    });
    open(clinic);
    expect(await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Plan' })).toHaveProperty('value', left);
    slow.mockRestore();
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

  test.each(['22.5', '481'])('%s minutes stay as typed, are not saved, and signing says why', async (typed) => {
    open(await openClinic({ visitNotes: [note()] }));
    await addService('97110', typed, 1);
    const minutes = screen.getByRole<HTMLInputElement>('textbox', { name: 'Minutes, service 1' });
    fireEvent.blur(minutes);
    expect(minutes.value).toBe(typed);
    expect(screen.getByText('Enter whole minutes, 0 to 480.')).toBeTruthy();
    expect(minutes.getAttribute('aria-invalid')).toBe('true');
    const sign = within(screen.getByRole('group', { name: 'Sign' }));
    expect(sign.getByText(/97110: Enter whole minutes, 0 to 480\./)).toBeTruthy();
    expect((sign.getByRole('button', { name: 'Sign' }) as HTMLButtonElement).disabled).toBe(true);
    // Kept on this device as typed; what went out before is the code without minutes.
    await waitFor(async () =>
      expect(JSON.stringify(await readDraft(`charges:${visit.VisitId}`))).toContain(`"typed":"${typed}"`),
    );
    expect(JSON.stringify(await queued())).not.toMatch(/"Minutes":\d/);
    await userEvent.clear(minutes);
    await userEvent.type(minutes, '22');
    fireEvent.blur(minutes);
    await waitFor(async () =>
      expect((await queued()).at(-1)?.input['services']).toEqual([
        { ServiceId: expect.any(String), CPT_Code: '97110', Minutes: 22, Count: null },
      ]),
    );
    expect(screen.queryByText('Enter whole minutes, 0 to 480.')).toBeNull();
  });

  test('charges that were left when the tab died come back, and it is said', async () => {
    const clinic = await openClinic({ visitNotes: [note()] });
    const row = { ServiceId: testId(60), CPT_Code: '97110', Minutes: 23, Count: null };
    await saveDraft(`charges:${visit.VisitId}`, { services: { value: [row], base: [] } });
    open(clinic);
    const charges = within(await screen.findByRole('region', { name: 'Charges' }));
    expect(await charges.findByText('We restored the charges you were entering when Mainstay closed.')).toBeTruthy();
    expect(charges.getByRole<HTMLInputElement>('textbox', { name: 'Minutes, service 1' }).value).toBe('23');
    // Of the note nothing was left.
    expect(screen.queryByText(/We restored the text/)).toBeNull();
  });

  test('a count over eight is not made eight', async () => {
    open(await openClinic({ visitNotes: [note()] }));
    await userEvent.click(await screen.findByRole('button', { name: 'Add service' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'CPT, service 1' }), '97161{Enter}');
    const count = screen.getByRole<HTMLInputElement>('textbox', { name: 'Count, service 1' });
    await userEvent.clear(count);
    await userEvent.type(count, '12');
    fireEvent.blur(count);
    expect(count.value).toBe('12');
    expect(screen.getByText('Enter a whole number, 1 to 8.')).toBeTruthy();
    expect((await queued()).flatMap((call) => call.input['services'])).not.toContainEqual(
      expect.objectContaining({ Count: 8 }),
    );
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
    open(await openClinic({ visitNotes: [note({ Sections: { ...texts, Plan: '' } })] }));
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
    expect((await queued()).at(-1)?.base).toMatchObject({
      note: { Objective: 'Flexion 95 degrees.', Plan: 'Discharge.' },
      services: [{ CPT_Code: '97110', Minutes: 23 }],
    });
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
    expect(await screen.findByText('Waiting to be created on the server.')).toBeTruthy();
  });

  test('the previous note stands beside it and is copied by section, after what is there', async () => {
    const before = Visit.parse({
      ...visit,
      VisitId: testId(10),
      Start: '2026-11-11T10:00',
      End: '2026-11-11T10:45',
      stage: 'closed',
    });
    const earlier = noteRow(
      { ...texts, Plan: 'Home program daily.' },
      { VisitId: before.VisitId, NoteDate: '2026-11-11', signedAt: stamp },
    );
    open(await openClinic({ visits: [visit, before], visitNotes: [note(), earlier] }));
    await userEvent.click(await screen.findByRole('button', { name: 'Copy Plan into this note' }));
    const plan = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Plan' });
    expect(plan.value).toBe('Twice a week.\n\nHome program daily.');
    expect(await screen.findByText('Copied from 11/11/2026')).toBeTruthy();
    await pressUndo();
    expect(plan.value).toBe('Twice a week.');
    await waitFor(() => expect(screen.queryByText(/^Copied from/)).toBeNull());
  });

  test('a copied section is saved with where it came from, in one call, until its words are others', async () => {
    const before = Visit.parse({ ...visit, VisitId: testId(10), Start: '2026-11-11T10:00', End: '2026-11-11T10:45' });
    const more = { VisitId: before.VisitId, signedAt: stamp, NoteDate: '2026-11-11' };
    const earlier = noteRow({ Plan: 'Home program daily.' }, more);
    open(
      await openClinic({
        visits: [visit, { ...before, stage: 'closed' }],
        visitNotes: [note({ Sections: {} }), earlier],
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Copy Plan into this note' }));
    const plan = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Plan' });
    expect(await screen.findByText('Copied from 11/11/2026')).toBeTruthy();
    fireEvent.blur(plan);
    await waitFor(async () => expect(await queued()).toHaveLength(1));
    const From = { NoteId: earlier.NoteId, at: expect.any(String) };
    expect((await queued())[0]?.input['changes']).toEqual({ Plan: 'Home program daily.', 'section:Plan.From': From });
    await userEvent.clear(plan);
    await userEvent.type(plan, 'Stairs twice a day.');
    await waitFor(() => expect(screen.queryByText(/^Copied from/)).toBeNull());
  });

  test('a move queues what was typed before it', async () => {
    open(await openClinic({ visits: [Visit.parse({ ...visit, stage: 'inProgress' })], visitNotes: [note()] }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Plan' }), ' Stairs next.');
    fireEvent.click(screen.getByRole('button', { name: 'End visit' }));
    await waitFor(async () => expect(await names()).toContain('visits.move'));
    expect(await names()).toEqual(['documentation.save', 'visits.move']);
  });

  test('a service that was just removed is not billed: charges are queued before the claim is asked about', async () => {
    const signed = note({ signedAt: stamp, signedByProviderId: provider.ProviderId });
    open(await openClinic({ visits: [Visit.parse({ ...visit, stage: 'billing' })], visitNotes: [signed] }));
    await addService('97110', '33', 1);
    await addService('97140', '8', 2);
    await userEvent.click(screen.getByRole('button', { name: 'Remove 97140' }));
    await userEvent.click(screen.getByRole('button', { name: 'Submit claim' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/1 service, 2 units/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Submit claim' }));
    await waitFor(async () => expect((await queued()).at(-1)?.name).toBe('billing.submitClaim'));
    const charges = (await queued()).filter((call) => call.name === 'charges.save').at(-1);
    expect(charges?.input['services']).toMatchObject([{ CPT_Code: '97110' }]);
  });
});

const service = (n: number, Minutes: number, CPT_Code = '97110') =>
  Service.parse({
    ServiceId: testId(n),
    VisitId: visit.VisitId,
    CaseId: episode.CaseId,
    PatientId: visit.PatientId,
    FacilityId: visit.FacilityId,
    SortOrder: n,
    CPT_Code,
    Minutes,
    Count: null,
    Units: 1,
    Modifiers: [],
    ProviderId: visit.ProviderId,
    charge: null,
    updated_at: stamp,
  });
const entry = ({ ServiceId, CPT_Code, Minutes, Count }: Service) => ({ ServiceId, CPT_Code, Minutes, Count });

test('a service that someone else records while one is entered comes to those on the screen', async () => {
  const [first, theirs] = [service(81, 15), service(82, 10)];
  const clinic = await openClinic({ visitNotes: [note()], services: [first] });
  open(clinic);
  await addService('97140', '20', 2);
  await mirrorRows(clinic.device, 'services', [theirs]);
  fireEvent.blur(screen.getByRole('textbox', { name: 'Minutes, service 2' }));
  const third = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Minutes, service 3' });
  expect(third.value).toBe('10');
  const mine = [entry(first), { CPT_Code: '97140', Minutes: 20 }];
  await waitFor(async () =>
    expect((await queued()).at(-1)).toMatchObject({ name: 'charges.save', input: { services: mine } }),
  );
});

describe('charges recorded by rules that were corrected since', () => {
  // 8 and 8 minutes: two units by the rule of eights, one by the CMS total time the payer has by now.
  const recorded = ['97110', '97140'].map((code, at) => service(80 + at, 8, code));
  const openAt = async (stage: 'billing' | 'submitted') =>
    open(
      await openClinic({
        visits: [Visit.parse({ ...visit, stage })],
        visitNotes: [note({ signedAt: stamp })],
        services: recorded,
      }),
    );

  test('stand as the claim will bill them, and the dialog says the same', async () => {
    await openAt('billing');
    expect(await screen.findByRole('button', { name: 'Why 1 unit?' })).toBeTruthy();
    expect(screen.getAllByText('GP')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Submit claim' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/2 services, 1 unit,/)).toBeTruthy();
  });

  test('stay as they were billed, and no rule of today explains them', async () => {
    await openAt('submitted');
    const charges = within(await screen.findByRole('region', { name: 'Charges' }));
    expect(charges.getByText(/timed min$/).textContent).toBe('2 units · 16 timed min');
    expect(charges.queryByText('GP')).toBeNull();
    expect(charges.queryByRole('button', { name: /^Why/ })).toBeNull();
  });
});

describe('what the server did not take', () => {
  const services = [{ ServiceId: testId(90) as never, CPT_Code: '97110', Minutes: 23, Count: null }];

  test('charges are shown with the reason and recorded after all by one press, once', async () => {
    const clinic = await openClinic({ visitNotes: [note()] });
    await queueWrite('charges.save', { id: visit.VisitId, services: [] });
    await queueWrite('charges.save', { id: visit.VisitId, services });
    await park(clinic.device, 1);
    await park(clinic.device, 2, { reason: 'The visit was billed meanwhile.' });
    open(clinic);
    const refused = within(await screen.findByRole('alert'));
    expect(refused.getByText(/The visit was billed meanwhile\./)).toBeTruthy();
    expect(refused.getByText('97110, 23 minutes')).toBeTruthy();
    await userEvent.click(refused.getByRole('button', { name: 'Save these charges' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(await queued()).toEqual([
      { name: 'charges.save', input: { id: visit.VisitId, services }, base: { services: [] } },
    ]);
    expect(await parkedCalls()).toEqual([]);
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Minutes, service 1' })).value).toBe('23');
  });

  test('charges that met those of someone else are recorded over them, and theirs stay', async () => {
    const [first, theirs] = [service(90, 40), service(91, 10, '97140')];
    const clinic = await openClinic({ visitNotes: [note()], services: [first, theirs] });
    const base = { services: [{ ...entry(first), Minutes: 15 }] };
    await queueWrite('charges.save', { id: visit.VisitId, services }, base);
    await park(clinic.device, 1, { kind: 'changed-elsewhere' });
    open(clinic);
    const refused = within(await screen.findByRole('alert'));
    expect(refused.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '97110, 23 minutes',
      '97140, 10 minutes',
    ]);
    await userEvent.click(refused.getByRole('button', { name: 'Save these charges' }));
    await waitFor(async () =>
      expect(await queued()).toEqual([
        {
          name: 'charges.save',
          input: { id: visit.VisitId, services: [...services, entry(theirs)] },
          base: { services: [entry(first), entry(theirs)] },
        },
      ]),
    );
  });

  describe('a code that someone else added too', () => {
    const theirs = service(91, 10);
    async function openDoubled() {
      const clinic = await openClinic({ visitNotes: [note()], services: [theirs] });
      const second = { ServiceId: testId(92) as never, CPT_Code: '97140', Minutes: 8, Count: null };
      await queueWrite('charges.save', { id: visit.VisitId, services }, { services: [] });
      const more = [{ ...services[0], Minutes: 25 }, second] as typeof services;
      await queueWrite('charges.save', { id: visit.VisitId, services: more }, { services });
      await park(clinic.device, 1, { kind: 'changed-elsewhere' });
      await park(clinic.device, 2, { kind: 'changed-elsewhere' });
      open(clinic);
      const refused = within(await screen.findByRole('alert'));
      expect(refused.getByText(/^97110 is also in the charges that are saved for this visit\./)).toBeTruthy();
      expect(refused.queryByRole('button', { name: 'Save these charges' })).toBeNull();
      return { refused, more, second };
    }
    const sent = () => waitFor(async () => expect(await queued()).toHaveLength(1));
    const call = (list: object[]) => ({
      name: 'charges.save',
      input: { id: visit.VisitId, services: list },
      base: { services: [entry(theirs)] },
    });

    test('is billed once where theirs is kept', async () => {
      const { refused, second } = await openDoubled();
      await userEvent.click(refused.getByRole('button', { name: 'Keep theirs' }));
      await sent();
      expect(await queued()).toEqual([call([second, entry(theirs)])]);
    });

    test('is billed twice where a person says that it was done twice', async () => {
      const { refused, more } = await openDoubled();
      await userEvent.click(refused.getByRole('button', { name: 'It was done twice' }));
      await sent();
      expect(await queued()).toEqual([call([...more, entry(theirs)])]);
    });
  });

  describe('a code that one person entered again after the first was refused', () => {
    const again = { ServiceId: testId(92) as never, CPT_Code: '97110', Minutes: 25, Count: null };
    async function openRepeated(seen = services.slice(0, 0)) {
      const clinic = await openClinic({ visitNotes: [note()], services: [] });
      await queueWrite('charges.save', { id: visit.VisitId, services }, { services: [] });
      await park(clinic.device, 1);
      await queueWrite('charges.save', { id: visit.VisitId, services: [...seen, again] }, { services: seen });
      await park(clinic.device, 2);
      open(clinic);
      return within(await screen.findByRole('alert'));
    }
    const once = () => waitFor(async () => expect(await queued()).toHaveLength(1));
    const saved = (list: object[]) => [{ name: 'charges.save', input: { services: list } }];

    test('is billed once where a person says so: the last entry', async () => {
      const refused = await openRepeated();
      expect(refused.getByText(/^97110 is in these charges twice\./)).toBeTruthy();
      expect(refused.queryByRole('button', { name: 'Save these charges' })).toBeNull();
      await userEvent.click(refused.getByRole('button', { name: 'It was done once' }));
      await once();
      expect(await queued()).toMatchObject(saved([again]));
    });

    test('is billed twice where a person says that it was done twice', async () => {
      const refused = await openRepeated();
      await userEvent.click(refused.getByRole('button', { name: 'It was done twice' }));
      await once();
      expect(await queued()).toMatchObject(saved([again, ...services]));
    });

    test('of three entries each is counted', async () => {
      const third = { ...again, ServiceId: testId(93) as never, Minutes: 10 };
      const clinic = await openClinic({ visitNotes: [note()], services: [] });
      for (const [at, list] of [services, [again], [third]].entries()) {
        await queueWrite('charges.save', { id: visit.VisitId, services: list }, { services: [] });
        await park(clinic.device, at + 1);
      }
      open(clinic);
      const refused = within(await screen.findByRole('alert'));
      expect(refused.getByText(/^97110 is in these charges 3 times\. Was it done once or 3 times\?/)).toBeTruthy();
      expect(refused.queryByRole('button', { name: 'It was done twice' })).toBeNull();
      await userEvent.click(refused.getByRole('button', { name: 'It was done 3 times' }));
      await once();
      expect((await queued())[0]?.input['services']).toHaveLength(3);
    });

    test('is not asked about where the second was entered beside the first', async () => {
      const refused = await openRepeated(services);
      await userEvent.click(refused.getByRole('button', { name: 'Save these charges' }));
      await once();
      expect(await queued()).toMatchObject(saved([...services, again]));
    });
  });

  test('charges of a visit that is billed stay refused, and say why', async () => {
    const clinic = await openClinic({ visits: [Visit.parse({ ...visit, stage: 'closed' })] });
    await queueWrite('charges.save', { id: visit.VisitId, services });
    await park(clinic.device, 1);
    open(clinic);
    const refused = within(await screen.findByRole('alert'));
    expect(refused.getByText(/already billed/)).toBeTruthy();
    expect(refused.getByRole<HTMLButtonElement>('button', { name: 'Save these charges' }).disabled).toBe(true);
  });

  test.each([
    ['Sign', note(), 'documentation.sign'],
    [
      'Cosign',
      note({ signedAt: stamp, signedByProviderId: testId(99) as never, cosignRequired: true }),
      'documentation.cosign',
    ],
  ] as const)(
    '%s: a signature on what was changed since is given again, on what is shown now',
    async (deed, there, name) => {
      const shown = service(90, 40);
      const clinic = await openClinic({ payers: [unclocked], visitNotes: [there], services: [shown] });
      await queueWrite(name, { id: visit.VisitId }, { services: [] });
      await park(clinic.device, 1, { kind: 'changed-elsewhere', reason: 'Not as you saw it: Charges.' });
      open(clinic);
      const panel = within(await screen.findByRole('group', { name: deed }));
      expect((await panel.findByRole('alert')).textContent).toBe('Not as you saw it: Charges.');
      await userEvent.click(panel.getByRole('button', { name: deed }));
      const dialog = within(await screen.findByRole('dialog', { name: `${deed} this note?` }));
      await userEvent.click(dialog.getByRole('button', { name: deed }));
      const seen = {
        note: there.Sections,
        services: [entry(shown)],
        exercises: {},
        goals: {},
        plans: {},
        outcomes: {},
      };
      await waitFor(async () => expect(await queued()).toEqual([{ name, input: { id: visit.VisitId }, base: seen }]));
      expect(await parkedCalls()).toEqual([]);
    },
  );

  test('text leads to the comparison, which takes the place of the note', async () => {
    const clinic = await openClinic({ visitNotes: [note()] });
    await queueWrite(
      'documentation.save',
      { id: episode.CaseId, VisitId: visit.VisitId, changes: { Plan: 'Stairs.' } },
      { Plan: '' },
    );
    await park(clinic.device, 1, { current: note() });
    const onCompare = vi.fn();
    const page = (isComparing: boolean) => (
      <VisitPage
        isComparing={isComparing}
        onCompare={onCompare}
        PatientId={visit.PatientId}
        VisitId={visit.VisitId}
        onBack={vi.fn()}
        onNavigate={vi.fn()}
        care={care}
      />
    );
    const shown = showSignedIn(clinic, page(false));
    await userEvent.click(await screen.findByRole('button', { name: 'Compare and decide' }));
    expect(onCompare).toHaveBeenCalledWith(true);
    shown.unmount();
    showSignedIn(clinic, page(true));
    const heading = await screen.findByRole('heading', { name: 'Compare and decide' });
    await waitFor(() => expect(document.activeElement === heading).toBe(true));
    expect(screen.queryByRole('textbox', { name: 'Plan' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(onCompare).toHaveBeenCalledWith(false);
  });

  test('each section is a call of its own, so that one refused holds no other back', async () => {
    open(await openClinic({ visitNotes: [note()] }));
    const plan = await screen.findByRole('textbox', { name: 'Plan' });
    fireEvent.change(plan, { target: { value: 'Stairs.' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Objective' }), { target: { value: 'Flexion 110.' } });
    fireEvent.blur(plan);
    await waitFor(async () =>
      expect((await queued()).map(({ input, base }) => [input['changes'], base])).toEqual([
        [{ Plan: 'Stairs.' }, { Plan: 'Twice a week.' }],
        [{ Objective: 'Flexion 110.' }, { Objective: 'Flexion 95 degrees.' }],
      ]),
    );
  });
});

test('a note is not signed while it is open who gave a service, where the payer wants the modifier', async () => {
  const Performed = [provider, assistant].map((one) => ({
    ProviderId: one.ProviderId,
    Minutes: 0,
    Together: false,
  }));
  const given = Service.parse({ ...service(1, 15, '97161'), Minutes: null, Count: 1, Performed });
  open(await openClinic({ visitNotes: [note()], services: [given], providers: [provider, assistant] }));
  const sign = within(await screen.findByRole('group', { name: 'Sign' }));
  expect(await sign.findByText(/How long did each person give 97161\?/)).toBeTruthy();
  expect(sign.getByRole('button', { name: 'Sign' })).toHaveProperty('disabled', true);
});

describe('Enter that is held down', () => {
  test('opens the question about signing and does not sign; pressed again it signs', async () => {
    const clinic = await openClinic({ visitNotes: [note()], payers: [unclocked] });
    const key = enterKey();
    open(clinic);
    await addService('97110', '30', 1);
    const sign = within(await screen.findByRole('group', { name: 'Sign' })).getByRole<HTMLButtonElement>('button', {
      name: 'Sign',
    });
    await waitFor(() => expect(sign.disabled).toBe(false));
    act(() => sign.focus());
    await key.press();
    const really = within(await screen.findByRole('dialog', { name: 'Sign this note?' })).getByRole('button', {
      name: 'Sign',
    });
    await waitFor(() => expect(document.activeElement).toBe(really));
    await key.repeat();
    // A press that counts is seen at once.
    expect(really.getAttribute('aria-busy')).toBeNull();
    expect(await names()).not.toContain('documentation.sign');
    await key.press();
    await waitFor(async () => expect(await names()).toContain('documentation.sign'));
  });

  test('opens the question about the claim and does not submit it', async () => {
    const toBill = Visit.parse({ ...visit, stage: 'billing' });
    const clinic = await openClinic({
      visits: [toBill],
      visitNotes: [note({ signedAt: stamp })],
      services: [service(80, 30)],
    });
    const key = enterKey();
    open(clinic);
    const ask = await screen.findByRole<HTMLButtonElement>('button', { name: 'Submit claim' });
    await waitFor(() => expect(ask.disabled).toBe(false));
    act(() => ask.focus());
    await key.press();
    const really = within(await screen.findByRole('dialog')).getByRole<HTMLButtonElement>('button', {
      name: 'Submit claim',
    });
    await waitFor(() => expect(really.disabled).toBe(false));
    act(() => really.focus());
    await key.repeat();
    expect(await names()).toEqual([]);
    await key.press();
    await waitFor(async () => expect(await names()).toEqual(['billing.submitClaim']));
  });
});

describe('who listens', () => {
  beforeEach(() => announce(''));
  const told = () => (
    <>
      <VisitPage
        isComparing={false}
        onCompare={() => undefined}
        PatientId={visit.PatientId}
        VisitId={visit.VisitId}
        onBack={vi.fn()}
        onNavigate={vi.fn()}
        care={care}
      />
      <LiveRegion />
    </>
  );

  test('is told once that charges are saved, with what they come to, and not with each key', async () => {
    const clinic = await openClinic({ visitNotes: [note()], services: [service(81, 15)] });
    showSignedIn(clinic, told());
    const minutes = await screen.findByRole('textbox', { name: 'Minutes, service 1' });
    const heard = listen();
    fireEvent.change(minutes, { target: { value: '3' } });
    fireEvent.change(minutes, { target: { value: '38' } });
    fireEvent.blur(minutes);
    await waitFor(() => expect(heard.length).toBeGreaterThan(0));
    expect(heard).toEqual(['Charges saved on this device. 3 units, 38 timed min.']);
  });

  test('is told once that a note is saved while it is written on', async () => {
    showSignedIn(await openClinic({ visitNotes: [note()] }), told());
    const plan = await screen.findByRole('textbox', { name: 'Plan' });
    const heard = listen();
    for (const text of ['Stairs.', 'Stairs next.', 'Stairs next week.']) {
      fireEvent.change(plan, { target: { value: text } });
      fireEvent.blur(plan);
      await waitFor(async () => expect(await changedInAll()).toMatchObject({ changes: { Plan: text } }));
    }
    await waitFor(() => expect(heard).toEqual(['Note saved on this device.']));
  });
});
