import { uuidFrom } from '#contract/base/ids.ts';
import type { RowOf } from '#contract/entities.ts';
import { noteSections } from '#contract/documentation/visit-note.ts';
import { visitMoves } from '#contract/visits/moves.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import { cast } from '#server/demo/cast.ts';
import type { Asked, OpenTab, WorldState } from './state.ts';
import { rest } from './turn.ts';

type Visit = RowOf<'visits'>;
type Write = { name: string; input: Record<string, unknown>; base: Record<string, unknown> };

/** A word that stands nowhere else in this site. */
export function mark(world: WorldState): string {
  return `${world.seed}.${world.nextNumber()}`;
}

/** The same as a name that search takes for one word. */
export function nameMark(world: WorldState): string {
  return Array.from(String(world.nextNumber()), (digit) => 'bcdfghjklm'[Number(digit)]).join('');
}

function newId(world: WorldState): string {
  return uuidFrom(
    world.now(),
    Uint8Array.from({ length: 10 }, () => world.chance.below(256)),
  );
}

/** Somebody does what their screen offers. */
export async function someoneWrites(world: WorldState, tab: OpenTab): Promise<void> {
  const visits = (await tab.realm.tab.readAll('visits')).toSorted((a, b) => a.VisitId.localeCompare(b.VisitId));
  const visit = visits.length > 0 ? world.chance.pick(visits) : null;
  const write = visit ? await someWrite(world, tab, visit) : newPatient(world);
  if (write) await ask(world, tab, write);
}

function someWrite(world: WorldState, tab: OpenTab, visit: Visit): Promise<Write | null> | Write | null {
  const kind = world.chance.below(100);
  if (kind < 30) return someMove(world, visit);
  if (kind < 56) return someNote(world, tab, visit);
  if (kind < 72) return someCharges(world, tab, visit);
  if (kind < 79) return someSignature(tab, visit);
  if (kind < 90) return somePatientChange(world, tab, visit);
  if (kind < 94) return newPatient(world);
  return someClaim(world, visit);
}

function someMove(world: WorldState, visit: Visit): Write {
  const possible = visitMoves.filter((move) => move.from === visit.stage && move.by.includes('move'));
  const anywhere: VisitStage[] = ['confirmed', 'review', 'closed'];
  const destination = possible.length > 0 ? world.chance.pick(possible).to : world.chance.pick(anywhere);
  const ignore = world.chance.below(3) > 0 && { ignoreIncompleteIntake: true };
  return {
    name: 'visits.move',
    input: { id: visit.VisitId, destination, lastUpdated: visit.updated_at, ...ignore },
    base: { stage: visit.stage },
  };
}

async function someNote(world: WorldState, tab: OpenTab, visit: Visit): Promise<Write> {
  const note = await tab.realm.tab.readRow('visitNotes', visit.VisitId);
  const sections = noteSections.filter(() => world.chance.below(3) === 0);
  if (sections.length === 0) sections.push(world.chance.pick(noteSections));
  const before = (section: string) => note?.Sections[section] ?? '';
  const changes = Object.fromEntries(sections.map((section) => [section, `${section} as typed ${mark(world)};`]));
  return {
    name: 'documentation.save',
    input: { id: visit.CaseId, NoteId: visit.VisitId, VisitId: visit.VisitId, changes },
    base: Object.fromEntries(sections.map((section) => [section, before(section)])),
  };
}

/** The lines somebody sees, one of them changed or taken out at times, and new ones. */
async function someCharges(world: WorldState, tab: OpenTab, given: Visit): Promise<Write> {
  // Elsewhere they would be refused, and where few have begun people meet.
  const begun = (await tab.realm.tab.readAll('visits'))
    .filter(({ stage }) => stage === 'inProgress' || stage === 'review')
    .toSorted((a, b) => a.VisitId.localeCompare(b.VisitId));
  const visit = begun.length > 0 && world.chance.below(4) > 0 ? world.chance.pick(begun.slice(0, 2)) : given;
  const seen = await servicesSeen(tab, visit);
  const kept = seen.slice(0, 4).flatMap((line) => {
    const chance = world.chance.below(4);
    if (chance === 0) return [];
    return [chance === 1 ? { ...line, Minutes: 8 + world.chance.below(40) } : line];
  });
  const lines = Array.from({ length: 1 + world.chance.below(2) }, () => ({
    ServiceId: newId(world),
    CPT_Code: world.chance.pick(['97110', '97140', '97530']),
    Minutes: 8 + world.chance.below(40),
    Count: null,
  }));
  return {
    name: 'charges.save',
    input: { id: visit.VisitId, services: [...kept, ...lines] },
    base: { services: seen },
  };
}

async function servicesSeen(tab: OpenTab, { VisitId }: Visit) {
  const all = await tab.realm.tab.readAll('services');
  return all
    .filter((service) => service.VisitId === VisitId)
    .toSorted((a, b) => a.SortOrder - b.SortOrder || a.ServiceId.localeCompare(b.ServiceId))
    .map(({ ServiceId, CPT_Code, Minutes, Count }) => ({ ServiceId, CPT_Code, Minutes, Count }));
}

async function someSignature(tab: OpenTab, visit: Visit): Promise<Write> {
  const note = await tab.realm.tab.readRow('visitNotes', visit.VisitId);
  const sections = Object.fromEntries(noteSections.map((section) => [section, note?.Sections[section] ?? '']));
  const services = await servicesSeen(tab, visit);
  return { name: 'documentation.sign', input: { id: visit.VisitId }, base: { ...sections, services } };
}

async function somePatientChange(world: WorldState, tab: OpenTab, visit: Visit): Promise<Write | null> {
  const patient = await tab.realm.tab.readRow('patients', visit.PatientId);
  if (!patient) return null;
  const field = world.chance.pick(['City', 'Address1', 'PreferredName'] as const);
  return {
    name: 'patients.update',
    input: { id: patient.PatientId, changes: { [field]: `Place ${mark(world)}` } },
    base: { [field]: patient[field] },
  };
}

function newPatient(world: WorldState): Write {
  const patient = {
    PatientId: newId(world),
    FirstName: 'Newman',
    MiddleName: null,
    LastName: `Made${nameMark(world)}`,
    PreferredName: null,
    Pronouns: null,
    DateOfBirth: '1970-05-06',
    Sex: 'U',
    Phone: null,
    Email: null,
    Address1: null,
    City: null,
    StateOrProvince: null,
    PostalCode: null,
    alerts: [],
    FacilityId: cast.facilities.harborview,
  };
  return { name: 'patients.create', input: { patient, insurances: [] }, base: {} };
}

function someClaim(world: WorldState, visit: Visit): Write {
  const destination = world.chance.below(4) === 0 ? 'closed' : 'submitted';
  return {
    name: 'billing.submitClaim',
    input: { visitId: visit.VisitId, destination, lastUpdated: visit.updated_at },
    base: { stage: visit.stage },
  };
}

/** Queues a call and remembers that it was asked for, under the number it gets. */
async function ask(world: WorldState, tab: OpenTab, write: Write): Promise<void> {
  const { tab: product } = tab.realm;
  const queued = () => product.queueWrite(write.name as never, write.input as never, write.base);
  await recorded(world, tab, [{ ...write, profile: tab.profile }], write.name, queued);
}

type Fresh = Pick<Asked, 'profile' | 'name' | 'input' | 'base'>;

/** The writes of a tab get the next numbers of its device; whether they were saved is seen when all is at rest. */
async function recorded(
  world: WorldState,
  tab: OpenTab,
  fresh: Fresh[],
  what: string,
  work: () => Promise<unknown>,
): Promise<End['result']> {
  const { DeviceId, mid } = await tab.realm.tab.nextCall();
  // A number that is still free: what was asked for under it when a tab died never came to the disk.
  world.asked = world.asked.filter((each) => each.DeviceId !== DeviceId || each.mid < mid);
  const { result, refusal } = await endOf(tab, work);
  world.log(
    `${tab.label} ${what} ${fresh.map((each, at) => `${mid + at} ${about(each.input)}`).join(', ')}: ${result}`,
  );
  if (result === 'died' && !tab.life.isDead) throw new Error(`${tab.label}: ${what} never ended.`);
  if (result === 'refused') {
    const after = await tab.realm.tab.nextCall();
    if (after.mid !== mid) throw new Error(`${tab.label}: ${what} was refused and is on disk all the same.`);
    if (!isFullDisk(refusal)) throw refusal;
    return result;
  }
  const state = result === 'saved' ? 'saved' : 'open';
  fresh.forEach((each, at) => world.asked.push({ ...each, DeviceId, mid: mid + at, state, decided: null }));
  return result;
}

type End = { result: 'saved' | 'refused' | 'died'; refusal: unknown };

/** What somebody saw come of a write. */
export async function endOf({ life }: OpenTab, work: () => Promise<unknown>): Promise<End> {
  const end: End = { result: 'died', refusal: null };
  work().then(
    () => (end.result = 'saved'),
    (refusal: unknown) => Object.assign(end, { result: 'refused', refusal }),
  );
  await rest();
  // What a dead tab would have shown nobody saw.
  return life.isDead ? { ...end, result: 'died' } : end;
}

export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && error.message.includes('This device is full');
}

function about(input: Record<string, unknown>): string {
  const { id, VisitId, visitId, patient, changes, destination, services } = input as Record<string, string>;
  const of = VisitId ?? visitId ?? id ?? (patient as unknown as { PatientId?: string } | undefined)?.PatientId ?? '';
  const more = destination ?? (changes ? JSON.stringify(changes) : services ? 'services' : '');
  return `${of.slice(0, 6)} ${more}`;
}

type Kept = {
  mid: number;
  device: string;
  state: string;
  name: string;
  input: Record<string, unknown>;
  base: Record<string, unknown>;
  reason: string | null;
};

export async function callsOf(tab: OpenTab): Promise<Kept[]> {
  return JSON.parse(await tab.realm.tab.outboxText()) as Kept[];
}

/** A person looks at what was refused and gives it up, or sends it again as it is. */
export async function someoneDecides(world: WorldState, tab: OpenTab): Promise<void> {
  const parked = (await callsOf(tab)).filter((call) => call.state === 'parked');
  if (parked.length === 0) return;
  const call = world.chance.pick(parked);
  const asked = world.asked.find((each) => each.DeviceId === call.device && each.mid === call.mid);
  const isDiscard = world.chance.below(2) === 0;
  const { name, input, base } = call;
  const { tab: product } = tab.realm;
  const isOfDiscard = name === 'sync.recordDiscard';
  const said = { name: 'sync.recordDiscard', input: { discarded: call.mid }, base: {}, profile: tab.profile };
  const fresh = isDiscard ? (isOfDiscard ? [] : [said]) : [{ name, input, base, profile: tab.profile }];
  const result = await recorded(world, tab, fresh, `${isDiscard ? 'discards' : 'resends'} ${call.mid}`, () =>
    isDiscard ? product.discardCall(call.mid, 'Theirs is right') : product.resendCall(call.mid),
  );
  if (asked && result !== 'refused') asked.decided = isDiscard ? 'discarded' : 'resent';
}
