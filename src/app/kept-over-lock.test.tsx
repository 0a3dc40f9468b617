import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Provider } from '#contract/providers/provider.ts';
import { Visit } from '#contract/visits/visit.ts';
import { defaultFillRule } from '#contract/scheduling/fill-rule.ts';
import { harborview, riverside } from '#contract/testing/schedule.ts';
import { patient, payer, provider, testId, visit } from '#contract/testing/rows.ts';
import { ManagedUser } from '#contract/users/user.ts';
import { draftKeys } from '#local/drafts/drafts.ts';
import { unsavedDrafts, type FormAt } from '#local/drafts/unsaved-drafts.ts';
import { lockDevice } from '#local/store/device.ts';
import { NamePart } from '#features/account/name-part.tsx';
import { DefaultRulesScreen } from '#features/address-book/default-rules-screen.tsx';
import { PayerRulesDrawer } from '#features/address-book/payer-rules-drawer.tsx';
import { FacilityDrawer } from '#features/facilities/facility-drawer.tsx';
import { RegionDrawer } from '#features/facilities/region-drawer.tsx';
import { FormPage } from '#features/intake-forms/form-page.tsx';
import { InsuranceReview } from '#features/intake/insurance-review.tsx';
import { ArrivalsDrawer } from '#features/kiosk/arrivals-drawer.tsx';
import { NewKiosk } from '#features/kiosk/new-kiosk.tsx';
import { ConsentsPart } from '#features/messages/consents-part.tsx';
import { OutcomesPart } from '#features/outcomes/outcomes-part.tsx';
import { NewProviderDrawer } from '#features/providers/new-provider-drawer.tsx';
import { ProviderRecord } from '#features/providers/provider-record.tsx';
import { FillRuleForm } from '#features/scheduling/waitlist/fill-rule-form.tsx';
import { WaitlistDrawer } from '#features/scheduling/waitlist/waitlist-drawer.tsx';
import { NewToken } from '#features/scim/new-token.tsx';
import { AllowedAddresses } from '#features/settings/allowed-addresses.tsx';
import { ClinicLists } from '#features/settings/clinic-lists.tsx';
import { ClosedPeriod } from '#features/settings/closed-period.tsx';
import { SettingRow } from '#features/settings/setting-row.tsx';
import { SingleSignOnScreen } from '#features/single-sign-on/single-sign-on-screen.tsx';
import { NewSiteDrawer } from '#features/sites/new-site-drawer.tsx';
import { AccessForm } from '#features/users/access-form.tsx';
import { GroupsPanel } from '#features/users/groups-panel.tsx';
import { InviteDrawer } from '#features/users/invite-drawer.tsx';
import { PersonForm } from '#features/users/person-form.tsx';
import { answersTo } from '#shared/testing/answered.ts';
import { everything, openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { hasUnsaved, saveUnsaved } from '#shared/unsaved.ts';

const user = ManagedUser.parse({
  UserId: testId(85),
  Email: 'nora@demo.test',
  FirstName: 'Nora',
  LastName: 'Quist',
  TimeZone: 'UTC',
  EmployeeId: null,
  SuperUser: false,
  status: 'active',
  hasSecondFactor: false,
  hasPasskeys: false,
  roles: [],
  individualPermissions: [],
  can: [],
  facilityIds: null,
  providerIds: null,
  ownProviderIds: [],
});
const record = Provider.parse({ ...provider, UserId: null });
const rules = { history: [{ EffectiveFrom: null, rules: {} }], version: '1' };
const form = {
  OwnFormId: testId(7),
  title: ['Sleep', 'Sueño'],
  askedOf: {},
  pages: [
    {
      key: 'page1',
      title: ['Your sleep', 'Su sueño'],
      questions: [{ kind: 'yesNo', key: 'well', label: ['Do you sleep well?', '¿Duerme bien?'], isRequired: true }],
    },
  ],
  isOn: true,
  replaces: null,
  rev: 2,
  version: 1,
  publishedAt: '2026-11-18T08:00:00Z',
  isChanged: true,
};
const { PatientId } = patient;
const IntakeId = testId(80);

/** What the server answers to the screens below. */
const answers = {
  'addressBook.payerDefaultRules': rules,
  'addressBook.payerRules': { ...rules, Kind: payer.Kind, ofSite: [] },
  'clinicLists.all': {
    customCaseInputs: [],
    visitTags: [{ TagId: testId(95), Name: 'Towel', Inactive: false }],
    payerReportingTypes: [],
  },
  'files.download': { url: '/api/files/content/abc', MediaType: 'image/jpeg' },
  'files.content': { filename: 'card.jpg', content: new Uint8Array([1]) },
  'intake.insurance': {
    entered: {
      IntakeId,
      submittedAt: '2026-11-18T08:00:00Z',
      plan: 'Blue Harbor',
      member: 'XK-7',
      group: '12',
      holder: null,
      front: testId(81),
      back: null,
    },
  },
  'intakeForms.get': form,
  'messages.consents': { PatientId, standing: [], history: [], stoppedAt: null, newNumber: null },
  'clinicLists.saveVisitTag': {},
  'kiosk.create': {},
  'kiosk.dismiss': {},
  'messages.saveConsents': { PatientId, standing: [], history: [], stoppedAt: null, newNumber: null },
  'scim.makeToken': { token: 'shown once' },
  'settings.saveAllowedAddresses': { addresses: [], yourAddress: '198.51.100.7' },
  'settings.setClosedPeriod': { closedBillingPeriodEnd: '2026-11-17' },
  'users.updateSelf': { FirstName: 'Rosa', LastName: 'Alvarez-Dyke', TimeZone: 'UTC' },
  'waitlist.saveRule': { rule: { ...defaultFillRule, groupSize: 7 } },
  'settings.allowedAddresses': { addresses: [], yourAddress: '198.51.100.7' },
  'settings.closedPeriod': { closedBillingPeriodEnd: '2026-10-31' },
  'singleSignOn.get': { redirectUri: 'https://app.test/login/sso/demo', connection: null },
  'waitlist.list': { visitRequests: [], fillRequestBatches: [], patients: [] },
  'waitlist.rule': { rule: defaultFillRule },
};

const patience = { timeout: 20_000 };
const none = () => undefined;
const done = async () => undefined;
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }, patience));

type Form = {
  part: ReactNode;
  /** Opens the form, where it is not open at once; after the lock only where `opensItself` is not said. */
  open?: () => Promise<void>;
  opensItself?: true;
  /** A field of text, and what is typed in it. */
  typed?: [field: string | RegExp, text: string];
  /** Saves it or gives it up: nothing is kept any more. Other forms have a test of that beside them. */
  end?: () => Promise<void>;
  /** Another way to fill it in, with what tells that it is filled in. */
  fill?: () => Promise<void>;
  isFilled?: () => unknown;
  /** Where it is opened; null where its kind says that. */
  path: string | null;
};

const arrival = {
  ArrivalId: testId(90) as never,
  kiosk: 'Front door',
  FacilityId: harborview.FacilityId,
  at: '2026-11-18T09:00:00Z',
  DateOfBirth: patient.DateOfBirth,
  lastFour: '0134',
  hasForms: false,
  clockFault: null,
  signedAs: null,
};
const arrivals = { value: { arrivals: [arrival], dismissed: [] }, error: null, load: none, put: none };
const facilities = { facilities: [], organizations: [], regions: [] };
const page = `/company/users/${user.UserId}`;
const box = (role: string, name: string) => screen.getByRole<HTMLInputElement>(role, { name });

/** Each form of the clinic's own screens; a missing one does not compile. */
const forms: Record<FormAt | 'region' | 'waitlist', Form> = {
  region: {
    part: <RegionDrawer region="new" facilities={[]} onClose={none} onSaved={none} onReload={none} />,
    typed: ['Name', 'Upper valley'],
    path: null,
  },
  waitlist: {
    part: <WaitlistDrawer opened FacilityId={harborview.FacilityId} onClose={none} />,
    open: () => press('Add to the waitlist'),
    opensItself: true,
    typed: ['Note', 'She asks for the quiet room'],
    async end() {
      await press('Back');
      await press('Discard changes');
    },
    path: null,
  },

  payerRules: {
    part: <PayerRulesDrawer id={payer.PayerId} onReopen={none} onClose={none} />,
    typed: ['Timely filing (days)', '31'],
    path: '/addressBook/payer',
  },
  defaultRules: {
    part: <DefaultRulesScreen />,
    typed: ['Timely filing (days)', '31'],
    path: '/addressBook/payerDefaultRules',
  },
  facility: {
    part: <FacilityDrawer facility="new" data={facilities} onClose={none} onSaved={none} onArchive={done} />,
    typed: ['Name', 'Upper valley'],
    path: '/company/facilities',
  },
  provider: {
    part: <ProviderRecord provider={record} isOnline onSaved={none} />,
    typed: ['License number', '4711'],
    path: `/company/users?show=providers&provider=${record.ProviderId}`,
  },
  newProvider: {
    part: <NewProviderDrawer opened onClose={none} onMade={none} />,
    typed: ['Last name', 'Upper valley'],
    path: '/company/users?show=providers',
  },
  person: {
    part: <PersonForm user={user} isOnline onSaved={done} />,
    typed: ['Last name', '-Dyke'],
    path: page,
  },
  access: {
    part: <AccessForm user={user} groups={[]} isOnline onSaved={done} />,
    fill: async () =>
      userEvent.click(await screen.findByRole('switch', { name: 'Visits of every provider' }, patience)),
    isFilled: () => expect(box('switch', 'Visits of every provider').checked).toBe(false),
    end: () => press('Undo changes'),
    path: page,
  },
  invitation: {
    part: <InviteDrawer opened groups={[]} onClose={none} onInvited={none} />,
    typed: ['First name', 'Upper'],
    path: '/company/users',
  },
  group: {
    part: <GroupsPanel groups={[]} isOnline load={done} />,
    open: () => press('New group'),
    typed: ['Name', 'Night desk'],
    async end() {
      await press('Cancel');
      await press('Discard changes');
    },
    path: '/company/users?show=groups',
  },
  site: {
    part: <NewSiteDrawer opened onClose={none} onMade={none} />,
    typed: ['Company', 'Upper valley'],
    path: '/superuser',
  },
  outcome: {
    part: (
      <OutcomesPart
        visit={Visit.parse(visit)}
        NoteId={visit.VisitId as never}
        isMeasured
        isDischarge={false}
        response=""
        onResponse={none}
        onLeave={none}
      />
    ),
    async open() {
      await press('Add a score');
      await userEvent.click(screen.getByRole('combobox', { name: 'Outcome measure' }));
      await userEvent.click(await screen.findByRole('option', { name: /^ODI/ }));
    },
    opensItself: true,
    typed: ['Total (0 to 100)', '28'],
    path: `/patients/${PatientId}?visit=${visit.VisitId}`,
  },
  intakeForm: {
    part: <FormPage id={form.OwnFormId} onOpen={none} onClose={none} />,
    typed: ['Title, English', ' of weeks'],
    path: `/company/forms/${form.OwnFormId}`,
  },
  insuranceReview: {
    part: <InsuranceReview PatientId={PatientId} />,
    typed: ['Group number', '4711'],
    path: `/patients/${PatientId}?tab=insurance`,
  },
  addresses: {
    part: <AllowedAddresses />,
    open: () => press('Add an address'),
    opensItself: true,
    typed: ['Address or range 1', '198.51.100.0/24'],
    end: () => press('Save addresses'),
    path: '/company/settings',
  },
  listName: {
    part: <ClinicLists />,
    open: () => press('Rename Towel'),
    opensItself: true,
    typed: ['New name of Towel', ' for guests'],
    end: () => press('Save: New name of Towel'),
    path: '/company/settings#rename-visit-tag',
  },
  closedPeriod: {
    part: <ClosedPeriod />,
    async fill() {
      await userEvent.tripleClick(await screen.findByLabelText('Closed through', {}, patience));
      await userEvent.keyboard('11172026');
      await userEvent.tab();
    },
    isFilled: () => expect(screen.getByDisplayValue('11/17/2026')).toBeTruthy(),
    async end() {
      await press('Close…');
      await press('Close period');
    },
    path: '/company/settings',
  },
  setting: {
    part: <SettingRow name="reports_base_url_override" value={null} disabled={false} onSave={done} />,
    typed: [/^Report/, 'https://reports.example'],
    path: '/company/settings#reports_base_url_override',
  },
  fillRules: {
    part: <FillRuleForm />,
    async fill() {
      await userEvent.tripleClick(await screen.findByLabelText('Offers at a time', {}, patience));
      await userEvent.keyboard('7');
    },
    isFilled: () => expect(screen.getByLabelText<HTMLInputElement>('Offers at a time').value).toBe('7'),
    end: () => press('Save rules'),
    path: '/scheduling',
  },
  connection: {
    part: <SingleSignOnScreen />,
    async fill() {
      await userEvent.type(await screen.findByLabelText('Client secret', { selector: 'input' }, patience), 'hush');
      await userEvent.type(screen.getByRole('textbox', { name: 'Issuer' }), 'https://login.example');
    },
    isFilled() {
      expect(screen.getByDisplayValue('https://login.example')).toBeTruthy();
      // A secret is kept nowhere.
      expect(screen.queryByDisplayValue('hush')).toBeNull();
    },
    end: () => press('Undo changes'),
    path: '/company/signIn',
  },
  directory: {
    part: <NewToken groups={[]} isOnline onMade={none} />,
    typed: ['Name of the directory', 'Harbor people'],
    end: () => press('Create token'),
    path: '/company/signIn',
  },
  kiosk: {
    part: <NewKiosk facilities={[harborview]} isOnline onMade={none} />,
    typed: ['Name of the kiosk', 'Front door'],
    end: () => press('Add kiosk'),
    path: '/company/kiosks',
  },
  arrival: {
    part: <ArrivalsDrawer fetched={arrivals} onClose={none} />,
    open: () => press('Dismiss…'),
    opensItself: true,
    typed: ['Reason', 'Checked in at the desk'],
    end: () => press('Dismiss'),
    path: `/onDeck#${testId(90)}`,
  },
  ownName: {
    part: <NamePart isOnline onChanged={none} />,
    typed: ['Last name', '-Dyke'],
    end: () => press('Save name'),
    path: '/account',
  },
  consents: {
    part: <ConsentsPart PatientId={PatientId} />,
    open: () => press('Message consent'),
    opensItself: true,
    fill: async () => userEvent.click(await screen.findByRole('checkbox', { name: 'Surveys by text' }, patience)),
    isFilled: () => expect(box('checkbox', 'Surveys by text').checked).toBe(true),
    end: () => press('Save consent'),
    path: `/patients/${PatientId}`,
  },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T15:00:00Z') });
  URL.createObjectURL = () => 'blob:card';
  URL.revokeObjectURL = none;
  answersTo(answers);
});
afterEach(() => {
  lockDevice();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const can = [
  ...everything,
  'access payer rules',
  'access company',
  'manage company settings',
  'manage forms',
  'schedule visits',
];

test.each(Object.entries(forms))('%s: what was typed before a lock is filled in again', async (name, of) => {
  const clinic = await openClinic({ facilities: [harborview, riverside] }, can);
  const show = () => showSignedIn(clinic, <MemoryRouter>{of.part}</MemoryRouter>);
  const before = show();
  await of.open?.();
  if (of.typed) {
    const [first] = await screen.findAllByRole('textbox', { name: of.typed[0] }, patience);
    await userEvent.type(first as HTMLElement, of.typed[1]);
  } else await of.fill?.();
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  await waitFor(
    async () =>
      expect(await unsavedDrafts()).toMatchObject([
        of.path === null ? { kind: name } : { kind: 'at', id: `${name}${of.path}` },
      ]),
    patience,
  );

  show();
  if (!of.opensItself) await of.open?.();
  if (of.typed) await screen.findByDisplayValue(new RegExp(of.typed[1]), {}, patience);
  else await waitFor(() => of.isFilled?.(), patience);
  await waitFor(() => expect(hasUnsaved()).toBe(true), patience);
  expect(await draftKeys()).toHaveLength(1);
  await of.end?.();
  await waitFor(async () => expect(await draftKeys()).toHaveLength(of.end ? 0 : 1), patience);
});
