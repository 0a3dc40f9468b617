import type { RowOf } from '#contract/entities.ts';
import { issueCodes } from '#contract/scheduling/issue.ts';
import { addDays } from '#contract/base/dates.ts';
import { cast } from '#server/demo/cast.ts';
import type { Tab } from './realms.ts';
import { isFullDisk, mark } from './people.ts';
import type { OpenTab } from './state.ts';
import { typed, type FormKind, type OpenForm, type Typist, type Values } from './typist.ts';
import { rest } from './turn.ts';

type Draft = { typed: Values; over: Values; key: string };

const ScriptId = '0a0a0a0a-0000-7000-8000-000000000001';
const BlockId = '0a0a0a0a-0000-7000-8000-000000000002';
const CustomDayId = '0a0a0a0a-0000-7000-8000-000000000003';
const ProviderId = cast.providers.maya;
const day = '2026-12-17';

const product = ({ tab }: Typist): Tab => tab.realm.tab;

async function rowOf<E extends 'patients' | 'scripts' | 'nonPatientVisits' | 'customDays'>(
  typist: Typist,
  entity: E,
  key: string,
): Promise<RowOf<E> | undefined> {
  return (await product(typist).readRow(entity, key)) as RowOf<E> | undefined;
}

const onlyTyped = (form: OpenForm) => ({
  changes: form.typed,
  base: Object.fromEntries(Object.keys(form.typed).map((field) => [field, form.opened[field] ?? null])),
});

const patient: FormKind = {
  name: 'patient',
  field: 'City',
  key: ({ visit }) => `form:patient:${visit.PatientId}`,
  read: (typist) => rowOf(typist, 'patients', typist.visit.PatientId),
  save: (typist, form, draft) => {
    const { changes, base } = onlyTyped(form);
    return product(typist).queueWrite(
      'patients.update',
      { id: typist.visit.PatientId, changes: changes as never },
      base,
      draft,
    );
  },
};

const script: FormKind = {
  name: 'script',
  field: 'Note',
  key: ({ visit }) => `form:script:${visit.PatientId}`,
  read: (typist) => rowOf(typist, 'scripts', ScriptId),
  save: (typist, form, draft) => {
    const { changes, base } = onlyTyped(form);
    if (form.opened['ScriptId'])
      return product(typist).queueWrite(
        'cases.updateScript',
        { id: ScriptId as never, changes: changes as never },
        base,
        draft,
      );
    const empty = { ReferringProviderId: null, Start: null, End: null, Visits: null };
    const input = { ...empty, Note: form.typed['Note'], ScriptId, CaseId: typist.visit.CaseId };
    return product(typist).queueWrite('cases.createScript', input as never, {}, draft);
  },
};

const block: FormKind = {
  name: 'block',
  field: 'Title',
  key: () => 'form:calendar',
  read: (typist) => rowOf(typist, 'nonPatientVisits', BlockId),
  save: async (typist, form, draft) => {
    const first = {
      FacilityId: cast.facilities.harborview,
      ProviderId,
      VisitTypeName: 'Team meeting',
      Start: `${day}T06:00`,
      End: `${day}T06:30`,
      SeriesId: null,
    };
    const { NonPatientVisitId: _id, updated_at: _at, ...seen } = form.opened;
    const isNew = Object.keys(seen).length === 0;
    const input = { ...(isNew ? first : seen), ...form.typed, id: BlockId, accepted: issueCodes };
    return product(typist).queueWrite('scheduling.saveNonPatientVisit', input as never, isNew ? {} : seen, draft);
  },
};

type Held = Parameters<Tab['saveDays']>[0][number];

const days: FormKind = {
  name: 'days',
  field: 'Note',
  key: () => 'form:days',
  async read(typist) {
    const all = await product(typist).readAll('customDays');
    return all.find((one) => one.ProviderId === ProviderId && one.day === day);
  },
  async save(typist, form, draft) {
    const held = { CustomDayId, ProviderId, day, blocks: [], Note: form.typed['Note'], isRemoved: false, rebook: [] };
    const was = 'blocks' in form.opened ? { blocks: form.opened['blocks'], Note: form.opened['Note'] } : null;
    return product(typist).saveDays([{ ...held, seen: was } as unknown as Held], `${day}T00:00`, draft);
  },
};

/** Each is another visit on a day of its own; saved twice, it would be booked twice. */
const series: FormKind = {
  name: 'series',
  field: 'day',
  key: ({ visit }) => `form:series:${visit.PatientId}`,
  read: async () => ({}),
  save: (typist, form, draft) => {
    const { CaseId, FacilityId, VisitTypeName, PlaceOfService } = typist.visit;
    const on = String(form.typed['day']).split(' ')[0];
    const visit = {
      VisitId: product(typist).newId(),
      CaseId,
      FacilityId,
      ProviderId,
      VisitTypeName,
      PlaceOfService,
      RoomId: null,
      Start: `${on}T10:00`,
      End: `${on}T10:45`,
      accepted: issueCodes,
    };
    const input = { SeriesId: product(typist).newId(), visits: [visit] };
    return product(typist).queueWrite('visits.createSeries', input as never, {}, draft);
  },
};

const kinds = [patient, script, block, days, series];

/** What a person may do with forms: open one, type in it, save it. */
export const formSteps = [goOn, goOn, save];

async function goOn(typist: Typist): Promise<void> {
  if (!typist.form) await open(typist, typist.world.chance.pick(kinds));
  await goOnWith(typist);
}

async function goOnWith(typist: Typist): Promise<void> {
  const { form } = typist;
  if (!form || form.isSaving || form.tab !== typist.tab || typist.tab.life.isDead) return;
  const { of } = form;
  form.typed = { ...form.typed, [of.field]: textFor(typist, of) };
  form.kept.write({ typed: form.typed, over: form.opened, key: of.name } satisfies Draft);
  typed(typist, `${of.name} draft`, String(form.typed[of.field]));
}

function textFor({ world }: Typist, of: FormKind): string {
  const number = mark(world);
  if (of !== series) return `${of.name} ${number}`;
  return `${addDays('2027-01-04', Number(number.split('.')[1]))} ${number}`;
}

async function open(typist: Typist, of: FormKind): Promise<void> {
  const { tab } = typist;
  const kept = tab.realm.tab.createDraftForm(of.key(typist));
  let left: Draft | undefined;
  void kept.open().then(
    (found) => (left = found as Draft | undefined),
    () => undefined,
  );
  await rest();
  if (tab.life.isDead) return;
  const row = (await of.read(typist)) ?? {};
  // As the forms do: over what was seen when it was typed.
  const opened = { ...row, ...left?.over };
  typist.form = { of, tab, kept, opened, typed: left?.typed ?? {}, isLeft: false, isSaving: false };
}

async function save(typist: Typist): Promise<void> {
  const { form, tab } = typist;
  if (!form || form.isSaving || form.tab !== tab || Object.keys(form.typed).length === 0) return;
  const { of } = form;
  form.isSaving = true;
  typed(typist, of.name, String(form.typed[of.field]));
  let refusal: unknown = null;
  let isSaved = false;
  void form.kept
    .submit((draft) => of.save(typist, form, draft))
    .then(
      () => (isSaved = true),
      (error: unknown) => (refusal = error),
    );
  await rest();
  if (tab.life.isDead) return;
  if (refusal !== null && !isFullDisk(refusal)) throw refusal;
  if (!isSaved) throw new Error(`${of.name} was never saved.`);
  form.kept.drop();
  form.kept.close();
  await rest();
  const known = typist.known.get(of.name);
  if (known && !tab.life.isDead) Object.assign(known, { sure: known.maybe.at(-1), maybe: [] });
  typist.known.delete(`${of.name} draft`);
  if (!tab.life.isDead) typist.form = null;
}

/** After a tab died: its form is there as it was typed, or was saved. */
export async function openForms(typist: Typist): Promise<void> {
  const { form, known, faults, tab } = typist;
  if (!form) return;
  const { of } = form;
  typist.form = null;
  await open(typist, of);
  if (tab.life.isDead) return;
  const now = typist.form as OpenForm | null;
  const text = now?.typed[of.field];
  const draft = known.get(`${of.name} draft`);
  const row = await of.read(typist);
  const shown = row?.[of.field];
  const wanted = form.isSaving ? known.get(of.name)?.maybe.at(-1) : undefined;
  const isQueued = wanted !== undefined && (of === series ? await isBooked(typist, wanted) : shown === wanted);
  if (isQueued) Object.assign(known.get(of.name) ?? {}, { sure: wanted, maybe: [] });
  else if (form.isSaving) known.get(of.name)?.maybe.splice(-1);
  if (isQueued && text !== undefined) faults.push(`saved and left as a draft all the same: ${of.name} ${String(text)}`);
  const isThere = text === draft?.sure || draft?.maybe.includes(String(text)) || (text === undefined && !draft?.sure);
  if (!isQueued && draft && !isThere)
    faults.push(`text lost: the ${of.name} form has ${String(text)} instead of ${draft.sure} or ${draft.maybe.join()}`);
  known.delete(`${of.name} draft`);
  if (text !== undefined) known.set(`${of.name} draft`, { sure: String(text), maybe: [] });
  else if (now) {
    now.kept.drop();
    now.kept.close();
    typist.form = null;
  }
}

/** A form that a tab left half-filled when it died; the person had it open in another too, and saves it there. */
export async function saveBeside(typist: Typist, beside: OpenTab, die: () => Promise<void>): Promise<void> {
  const there: FormKind[] = [];
  for (const each of kinds) if (each !== series && (await each.read(typist))) there.push(each);
  const of = typist.world.chance.pick(there);
  await open(typist, of);
  await goOnWith(typist);
  const left = typist.form;
  typist.known.delete(`${of.name} draft`);
  await typist.world.advance(600);
  typist.tab = beside;
  await open(typist, of);
  if (typist.form === left || beside.life.isDead) return;
  await die();
  await goOnWith(typist);
  await save(typist);
  if (beside.life.isDead || typist.form) return;
  // What the dead tab left is there again, and is changed once more.
  await open(typist, of);
  await goOnWith(typist);
  await save(typist);
}

async function isBooked(typist: Typist, text: string): Promise<boolean> {
  const visits = await product(typist).readAll('visits');
  return visits.some(({ Start }) => Start.startsWith(text.split(' ')[0] ?? ''));
}

/** The server has the last text of each form that was saved. */
export async function savedFormFaults(typist: Typist): Promise<string[]> {
  const faults: string[] = [];
  for (const of of kinds) {
    const wanted = typist.known.get(of.name)?.sure;
    if (!wanted || of === series) continue;
    const row = await of.read(typist);
    if (row?.[of.field] !== wanted) faults.push(`another ${of.name}: ${String(row?.[of.field])} instead of ${wanted}`);
  }
  const booked = await typist.world.server.db.owner<{ Start: string; n: string }>(
    `select "Start", count(*) as n from visits where site = $1 and "Start" >= '2027' group by 1`,
    [typist.world.site],
  );
  return [...faults, ...booked.filter(({ n }) => Number(n) > 1).map(({ Start }) => `booked twice: ${Start}`)];
}
