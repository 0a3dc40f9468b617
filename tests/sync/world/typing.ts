import { noteSections } from '#contract/documentation/visit-note.ts';
import { cast } from '#server/demo/cast.ts';
import type { Ground } from './ground.ts';
import { formSteps, openForms, saveBeside, savedFormFaults } from './typing-forms.ts';
import { calm, hint, moveLetter, passTime } from './play.ts';
import { callsOf, mark } from './people.ts';
import type { OpenTab, Profile, WorldState } from './state.ts';
import { rest } from './turn.ts';
import { typed, type ChargeRow, type Desk, type NoteTexts, type Typist } from './typist.ts';
import { addMachine, endTab, endWorld, newWorld, openTab, profileOn } from './world.ts';

/*
 * One person types in every kind of form, alone: reloads, kills between any two steps, other tabs. Nobody else
 * changes what they type in, so that nothing of theirs may be refused, and nothing lost.
 */

export type Told = { trace: string[]; faults: string[]; edits: number };

/** One story of so many edits. */
export async function playTyping(seed: number, ground: Ground, edits: number): Promise<Told> {
  const world = await newWorld(ground.server, seed);
  const faults: string[] = [];
  let done = 0;
  try {
    const typist = await sitDown(world, ground, faults);
    while (typist.edits < edits && faults.length === 0) {
      await oneStep(typist);
      done = typist.edits;
    }
    if (faults.length === 0) faults.push(...(await endOfDay(typist, ground)));
  } catch (error) {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await world.network.settled();
    await endWorld(world);
  }
  return { trace: world.trace, faults, edits: done };
}

async function sitDown(world: WorldState, ground: Ground, faults: string[]): Promise<Typist> {
  addMachine(world, world.chance.pick([0, 0, 1, -1]) * world.chance.below(26 * 3_600_000), ground.script);
  const profile = profileOn(world, 0, 'admin');
  const tab = await openTab(world, profile);
  if (!tab) throw new Error('The first tab did not open.');
  await arriveAll(world);
  const visit = await tab.realm.tab.readRow('visits', cast.visits.today.inProgress);
  if (!visit) throw new Error('The visit is not on the device.');
  const typist: Typist = {
    world,
    profile,
    visit,
    known: new Map(),
    aside: [],
    desks: new Map(),
    tab,
    form: null,
    edits: 0,
    faults,
  };
  await sitAt(typist, tab);
  for (const [field, text] of shownOn(typist)) typist.known.set(field, { sure: text, maybe: [] });
  return typist;
}

/** Everything that is on its way arrives, and what that leads to. */
async function arriveAll(world: WorldState): Promise<void> {
  for (let round = 0; round < 200 && world.network.letters.length > 0; round += 1) {
    const [letter] = world.network.letters;
    if (!letter) return;
    if (letter.stage !== 'answered') await world.network.run(letter, false);
    world.network.deliver(letter);
    await rest();
  }
}

/** Opens the visit in a tab, as its page does. */
async function sitAt(typist: Typist, tab: OpenTab): Promise<void> {
  const { visit, world } = typist;
  const product = tab.realm.tab;
  tab.realm.hasForms = true;
  const setup = await product.readSetup();
  const note = product.noteAutosave(visit, () => undefined);
  const charges = product.chargesAutosave(visit, setup?.cptDescriptions ?? [], () => undefined);
  const desk: Desk = { note, charges, ...(await readShown(typist, tab)) };
  typist.desks.set(tab, desk);
  void note.restore().catch(() => undefined);
  void charges.restore().catch(() => undefined);
  await rest();
  if (tab.life.isDead) return;
  await see(typist, tab);
  world.log(`${tab.label} has the visit open`);
}

async function readShown({ visit }: Typist, tab: OpenTab): Promise<Pick<Desk, 'noteShown' | 'linesShown'>> {
  const product = tab.realm.tab;
  const note = await product.readRow('visitNotes', visit.VisitId);
  const services = await product.readWhere('services', { index: 'VisitId', equals: visit.VisitId });
  const lines = services.toSorted((a, b) => a.SortOrder - b.SortOrder || a.ServiceId.localeCompare(b.ServiceId));
  return {
    noteShown: Object.fromEntries(noteSections.map((section) => [section, note?.[section] ?? ''])) as NoteTexts,
    linesShown: lines.map(({ ServiceId, CPT_Code, Minutes, Count }) => ({ ServiceId, CPT_Code, Minutes, Count })),
  };
}

/** The screen is drawn anew with what the device holds. */
async function see(typist: Typist, tab: OpenTab): Promise<void> {
  const desk = typist.desks.get(tab);
  if (!desk || tab.life.isDead) return;
  Object.assign(desk, await readShown(typist, tab));
  desk.note.seen(desk.noteShown);
  desk.charges.seen({ services: desk.linesShown });
  await rest();
}

/** What the person has before them, by field. */
function shownOn(typist: Typist): [string, string][] {
  const desk = typist.desks.get(typist.tab);
  if (!desk) return [];
  const note = desk.note.snapshot();
  const rows = desk.charges.snapshot().services?.value ?? desk.linesShown;
  return [
    ...noteSections.map((section): [string, string] => [section, note[section]?.value ?? desk.noteShown[section]]),
    ['services', linesText(rows)],
  ];
}

function linesText(rows: readonly ChargeRow[]): string {
  const lines = rows.map(({ ServiceId, CPT_Code, Minutes }) => `${ServiceId} ${CPT_Code} ${Minutes ?? '-'}`);
  return lines.toSorted().join('; ');
}

/** The tab has lived through half a second since: all that was typed must outlive it now. */
function makeSure({ known }: Typist): void {
  for (const each of known.values()) {
    each.sure = each.maybe.at(-1) ?? each.sure;
    each.maybe = [];
  }
}

/** What is shown after a tab died is what was typed; from then on it is what the person goes on from. */
function compare(typist: Typist, found: [string, string][]): void {
  for (const [field, text] of found) {
    const known = typist.known.get(field) ?? { sure: '', maybe: [] };
    const aside = typist.aside.find((each) => each.field === field && each.over === known.sure && each.text === text);
    if (aside) typist.aside.splice(typist.aside.indexOf(aside), 1);
    else if (text !== known.sure && !known.maybe.includes(text))
      typist.faults.push(`text lost: ${field} is ${text} instead of ${[known.sure, ...known.maybe].join(' or ')}`);
    typist.known.set(field, { sure: text, maybe: [] });
  }
}

async function oneStep(typist: Typist): Promise<void> {
  const { world, tab } = typist;
  const { chance } = world;
  const kind = chance.below(100);
  if (kind < 26) typeNote(typist);
  else if (kind < 34) await typeWhileSaving(typist);
  else if (kind < 50) typeCharges(typist);
  else if (kind < 66) await chance.pick(formSteps)(typist);
  else if (kind < 76) await network(world, tab);
  else if (kind < 82) await passTime(world);
  else if (kind < 88) await reload(typist);
  else if (kind < 94) tab.life.diesIn ??= 1 + chance.below(20);
  else if (kind < 96) await changeTab(typist);
  else await goOnBeside(typist);
  await rest();
  const pause = chance.pick([0, 30, 150, 400, 600, 2_000, 4_000]);
  await world.advance(pause);
  if (typist.tab.life.isDead) return comeBack(typist);
  if (pause >= 600) makeSure(typist);
  // A screen is not drawn between any two steps.
  if (chance.below(5) > 0) await see(typist, typist.tab);
  if (typist.tab.life.isDead) await comeBack(typist);
}

function typeNote(typist: Typist): void {
  const { world, tab, desks } = typist;
  const desk = desks.get(tab);
  if (!desk) return;
  const section = world.chance.pick(noteSections);
  const before = desk.note.snapshot()[section]?.value ?? desk.noteShown[section];
  const text = `${before.slice(-80)} ${mark(world)}`;
  desk.note.change(section, text, desk.noteShown[section]);
  typed(typist, section, text);
}

/** Adds a line, or goes on with one: its code comes first, its minutes later, each saved by itself. */
function typeCharges(typist: Typist): void {
  const { world, tab, desks } = typist;
  const { chance } = world;
  const desk = desks.get(tab);
  if (!desk) return;
  const rows = desk.charges.snapshot().services?.value ?? desk.linesShown;
  const open = rows.find(({ Minutes }) => Minutes === null);
  const line = open ?? (chance.below(2) === 0 && rows.length > 0 ? chance.pick(rows) : null);
  const fresh = { ServiceId: tab.realm.tab.newId() as never, CPT_Code: '97110', Minutes: null, Count: null };
  const minutes = 8 + chance.below(60);
  const next = line
    ? rows.flatMap((row) => (row !== line ? [row] : chance.below(6) === 0 ? [] : [{ ...row, Minutes: minutes }]))
    : [...rows.slice(-5), { ...fresh, CPT_Code: chance.pick(['97110', '97140', '97530']) }];
  desk.charges.change('services', next, desk.linesShown);
  typed(typist, 'services', linesText(next));
}

/** Types on while a save is on its way on a busy machine; some tabs die then. */
async function typeWhileSaving(typist: Typist): Promise<void> {
  const { world, tab, desks } = typist;
  const { chance } = world;
  const desk = desks.get(tab);
  const type = chance.below(2) === 0 ? typeNote : typeCharges;
  tab.life.sealMs = 40 + chance.below(200);
  type(typist);
  await world.advance(chance.pick([0, 25, 300]));
  void desk?.note.flush().catch(() => undefined);
  void desk?.charges.flush().catch(() => undefined);
  await world.advance(chance.below(30));
  if (!tab.life.isDead) type(typist);
  await world.advance(chance.below(500));
  if (tab.life.isDead) return;
  if (chance.below(2) === 0) return endTab(world, tab, 'killed');
  await world.advance(1_000);
  tab.life.sealMs = 0;
  if (!tab.life.isDead) makeSure(typist);
}

async function network(world: WorldState, tab: OpenTab): Promise<void> {
  const { chance } = world;
  const movable = world.network.letters.filter((letter) => letter.stage !== 'running');
  const kind = chance.below(20);
  if (kind < 4) {
    tab.life.isOnline = !tab.life.isOnline;
    world.log(`${tab.label} is ${tab.life.isOnline ? 'online' : 'offline'}`);
    tab.session?.online(tab.life.isOnline);
  } else if (kind < 9) await hint(world, tab);
  else if (kind < 13) await arriveAll(world);
  else for (const letter of movable.slice(0, 3)) await moveLetter(world, letter);
}

/** The page is loaded anew, in an orderly way or not. */
async function reload(typist: Typist): Promise<void> {
  const { world, tab, desks } = typist;
  if (world.chance.below(2) === 0) {
    // As the page hides: queued as far as that comes.
    const desk = desks.get(tab);
    void desk?.note.flush().catch(() => undefined);
    void desk?.charges.flush().catch(() => undefined);
    if (world.chance.below(2) === 0) await rest();
  }
  if (!tab.life.isDead) await endTab(world, tab, world.chance.below(2) === 0 ? 'closed' : 'killed');
  await comeBack(typist);
}

/** The tab is gone: the person goes on in another, or opens one. */
async function comeBack(typist: Typist): Promise<void> {
  const { world, profile, desks } = typist;
  for (const tab of profile.tabs.slice()) if (tab.life.isDead) await endTab(world, tab, 'dead');
  for (const tab of desks.keys()) if (!profile.tabs.includes(tab)) desks.delete(tab);
  if (typist.form && !profile.tabs.includes(typist.form.tab)) typist.form.isLeft = true;
  for (let tries = 0; tries < 5; tries += 1) {
    // The tab that is left is closed too, so that what the other left is found.
    for (const tab of profile.tabs.slice()) await leave(typist, tab);
    const tab = await openTab(world, profile);
    if (!tab) continue;
    typist.tab = tab;
    await sitAt(typist, tab);
    compare(typist, shownOn(typist));
    await openForms(typist);
    return;
  }
  throw new Error('No tab opens any more.');
}

async function leave(typist: Typist, tab: OpenTab): Promise<void> {
  const desk = typist.desks.get(tab);
  void desk?.note.flush().catch(() => undefined);
  void desk?.charges.flush().catch(() => undefined);
  await rest();
  desk?.note.close();
  desk?.charges.close();
  await rest();
  typist.desks.delete(tab);
  await endTab(typist.world, tab, 'closed');
}

/** Goes to the other tab: the one that is left hides, which queues what was typed there. */
async function changeTab(typist: Typist): Promise<void> {
  const { world, profile, desks, tab } = typist;
  if (typist.form || tab.life.diesIn !== null) return;
  const desk = desks.get(tab);
  void desk?.note.flush().catch(() => undefined);
  void desk?.charges.flush().catch(() => undefined);
  await rest();
  makeSure(typist);
  const other = profile.tabs.find((each) => each !== tab) ?? (await openTab(world, profile));
  if (!other) return;
  typist.tab = other;
  world.log(`goes to ${other.label}`);
  if (desks.has(other)) await see(typist, other);
  else await sitAt(typist, other);
  compare(typist, shownOn(typist));
}

/** A tab dies a moment after something was typed in it; the person goes on in another, which never saw that. */
async function goOnBeside(typist: Typist): Promise<void> {
  const { world, profile, desks, tab } = typist;
  if (typist.form || tab.life.diesIn !== null || typist.aside.length > 0) return;
  const beside = profile.tabs.find((each) => each !== tab) ?? (await openTab(world, profile));
  if (!beside) return;
  if (!desks.has(beside)) await sitAt(typist, beside);
  await Promise.all([desks.get(tab)?.note.flush(), desks.get(tab)?.charges.flush()]).catch(() => undefined);
  await world.advance(600);
  if (tab.life.isDead || beside.life.isDead) return;
  makeSure(typist);
  const dies = async () => {
    await endTab(world, tab, 'killed');
    desks.delete(tab);
  };
  if (world.chance.below(2) === 0) {
    world.log(`${tab.label} dies over a form; ${beside.label} has it open too`);
    await saveBeside(typist, beside, dies);
    if (!beside.life.isDead) await see(typist, beside);
    return;
  }
  const section = world.chance.pick(noteSections);
  const desk = desks.get(tab);
  const text = `${typist.known.get(section)?.sure.slice(-80) ?? ''} ${mark(world)}`;
  desk?.note.change(section, text, desk.noteShown[section]);
  world.log(`${tab.label} types ${section}, and dies: ${text.slice(-60)}`);
  await world.advance(600);
  await dies();
  typist.aside.push({ field: section, text, over: typist.known.get(section)?.sure ?? '' });
  typist.tab = beside;
  world.log(`goes on in ${beside.label}`);
  await see(typist, beside);
  compare(typist, shownOn(typist));
}

/** What a dead tab left and was not shown again is still there to be decided on. */
async function asideFaults({ aside, tab, visit }: Typist): Promise<string[]> {
  const product = tab.realm.tab;
  const keys = (await product.draftKeys()).filter((key) => key.startsWith(`note:${visit.VisitId}`));
  const drafts = JSON.stringify(await Promise.all(keys.map((key) => product.readDraft(key))));
  return aside.flatMap(({ field, text }) =>
    drafts.includes(JSON.stringify(text).slice(1, -1)) ? [] : [`text lost: ${text} of ${field} is in no draft`],
  );
}

/** All is saved and sent: the server has what was typed, and refused none of it. */
async function endOfDay(typist: Typist, ground: Ground): Promise<string[]> {
  const { world, profile, faults } = typist;
  typist.tab.life.diesIn = null;
  await world.advance(1_000);
  makeSure(typist);
  await comeBack(typist);
  if (faults.length > 0) return [];
  const desk = typist.desks.get(typist.tab);
  await Promise.all([desk?.note.flush(), desk?.charges.flush()]);
  for (const letter of world.network.letters.slice()) world.network.deliver(letter, 'lost');
  const stuck = await calm(world, ground);
  if (stuck) return stuck;
  await see(typist, typist.tab);
  compare(typist, shownOn(typist));
  const parked = (await callsOf(typist.tab)).filter((call) => call.state === 'parked');
  const refused = parked.map((call) => `own change refused: ${call.mid} ${call.name}: ${call.reason}`);
  return [
    ...refused,
    ...(await asideFaults(typist)),
    ...(await serverFaults(typist)),
    ...(await savedFormFaults(typist)),
    ...formsOpen(profile),
  ];
}

function formsOpen({ tabs }: Profile): string[] {
  return tabs.length === 0 ? ['no tab is open at the end'] : [];
}

async function serverFaults({ world, visit, known }: Typist): Promise<string[]> {
  const { db } = world.server;
  const [note] = await db.owner<Record<string, string>>(
    'select * from visit_notes where site = $1 and "VisitId" = $2',
    [world.site, visit.VisitId],
  );
  const services = await db.owner<ChargeRow>('select * from services where site = $1 and "VisitId" = $2', [
    world.site,
    visit.VisitId,
  ]);
  const there: [string, string][] = [
    ...noteSections.map((section): [string, string] => [section, note?.[section] ?? '']),
    ['services', linesText(services)],
  ];
  return there.flatMap(([field, text]) =>
    text === known.get(field)?.sure
      ? []
      : [`the server has another ${field}: ${text} instead of ${known.get(field)?.sure}`],
  );
}
