import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ReferringProvider } from '#contract/address-book/referring-provider.ts';
import { Case } from '#contract/cases/case.ts';
import { Provider } from '#contract/providers/provider.ts';
import { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { examples } from '#contract/testing/records.ts';
import { episode, provider, stamp, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { downtimePack } from '#local/reads/downtime-pack.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { DowntimePackSheets } from './downtime-pack.tsx';

afterEach(lockDevice);

// Print alone shows the sheets: roles are looked for among what is hidden.
const day = '2026-11-18';
const referring = ReferringProvider.parse({
  ...examples.referringProviders.row,
  ReferringProviderId: testId(80),
  FirstName: 'Ines',
  LastName: 'Ray',
});
const ofHand = Case.parse({
  ...episode,
  CaseId: testId(81),
  Title: 'Wrist fracture',
  Discipline: 'OT',
  ReferringProviderContactId: referring.ReferringProviderId,
});
const therapist = Provider.parse({ ...provider, ProviderId: testId(82), FirstName: 'Kim', LastName: 'Doe' });
const lunch = NonPatientVisit.parse({
  NonPatientVisitId: testId(83),
  FacilityId: visit.FacilityId,
  ProviderId: testId(84),
  VisitTypeName: 'Lunch',
  Title: null,
  Start: `${day}T12:00`,
  End: `${day}T13:00`,
  SeriesId: null,
  updated_at: stamp,
});
const atLunch = Provider.parse({ ...provider, ProviderId: lunch.ProviderId, FirstName: 'Lou', LastName: 'Moss' });

async function showPack(): Promise<void> {
  const clinic = await openClinic({
    cases: [episode, ofHand],
    providers: [provider, therapist, atLunch],
    referringProviders: [referring],
    nonPatientVisits: [lunch],
    visits: [
      Visit.parse({ ...visit, Start: `${day}T09:00`, End: `${day}T09:45` }),
      Visit.parse({
        ...visit,
        VisitId: testId(85),
        CaseId: ofHand.CaseId,
        ProviderId: therapist.ProviderId,
        VisitTypeName: 'Evaluation',
        Start: `${day}T10:00`,
        End: `${day}T10:45`,
      }),
    ],
  });
  const pack = await downtimePack(day, null);
  showSignedIn(clinic, <DowntimePackSheets pack={pack} clinic="Bridge Therapy" asOf="of now" />);
}

const textsOf = (elements: HTMLElement[]) => elements.map((each) => each.textContent);

test('each case of the day has a heading with its visits, a last note and a flowsheet to sign', async () => {
  await showPack();
  expect(textsOf(screen.getAllByRole('heading', { hidden: true, level: 3, name: /\((PT|OT)\)/ }))).toEqual([
    `Low back pain (PT): 9:00 AM, ${visit.VisitTypeName}, Rosa Alvarez, PT`,
    'Wrist fracture (OT): 10:00 AM, Evaluation, Kim Doe, PT',
  ]);
  expect(textsOf(screen.getAllByRole('heading', { hidden: true, name: /^Flowsheet of/ }))).toEqual([
    "Flowsheet of 11/18/2026: O'Brien-Nguyễn, Mai, Low back pain (PT)",
    "Flowsheet of 11/18/2026: O'Brien-Nguyễn, Mai, Wrist fracture (OT)",
  ]);
  expect(screen.getAllByText("Clinician's signature and time")).toHaveLength(2);
  expect(screen.getAllByText('Birth date', { selector: 'dt' })).toHaveLength(1);
});

test('the schedule has meetings, lunch and blocks, also of someone without a visit', async () => {
  await showPack();
  const own = screen.getByRole('heading', { hidden: true, name: 'Lou Moss, PT' }).closest('section');
  expect(own && within(own).getByText('Lunch, until 1:00 PM')).toBeTruthy();
});

test('the face sheet says sex, address, and who referred each case', async () => {
  await showPack();
  const fact = (name: string) =>
    screen.getAllByText(name, { selector: 'dt' }).map((each) => each.nextElementSibling?.textContent);
  expect(fact('Sex')).toEqual(['Female']);
  expect(fact('Address')).toEqual(['12 Elm Street, Portland, OR 97201']);
  expect(fact('Referred by')).toEqual(['-', 'Ray, Ines, MD']);
});
