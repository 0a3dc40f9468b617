import { noteSections } from '#contract/documentation/visit-note.ts';
import { mark } from './people.ts';
import { linesText, makeSure } from './typing-desk.ts';
import { typed, type Typist } from './typist.ts';
import { endTab } from './world.ts';

export function typeNote(typist: Typist): void {
  const { world, tab, desks } = typist;
  const desk = desks.get(tab);
  if (!desk) return;
  const section = world.chance.pick(noteSections);
  const before = String(desk.note.snapshot()[section]?.value ?? desk.noteShown[section]);
  const text = `${before.slice(-80)} ${mark(world)}`;
  desk.note.change(section, text, desk.noteShown[section] ?? '');
  typed(typist, section, text);
}

/** Adds a line, or goes on with one: its code comes first, its minutes later, each saved by itself. */
export function typeCharges(typist: Typist): void {
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
export async function typeWhileSaving(typist: Typist): Promise<void> {
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
