import { noteSections } from '#contract/documentation/visit-note.ts';
import { mark } from './people.ts';
import type { OpenTab } from './state.ts';
import { rest } from './turn.ts';
import { compare, makeSure, see, shownOn, sitAt } from './typing-desk.ts';
import { openForms, saveBeside } from './typing-forms.ts';
import type { Typist } from './typist.ts';
import { endTab, openTab } from './world.ts';

/** The page is loaded anew, in an orderly way or not. */
export async function reload(typist: Typist): Promise<void> {
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
export async function comeBack(typist: Typist): Promise<void> {
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
export async function changeTab(typist: Typist): Promise<void> {
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
export async function goOnBeside(typist: Typist): Promise<void> {
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
  desk?.note.change(section, text, desk.noteShown[section] ?? '');
  world.log(`${tab.label} types ${section}, and dies: ${text.slice(-60)}`);
  await world.advance(600);
  await dies();
  typist.aside.push({ field: section, text, over: typist.known.get(section)?.sure ?? '' });
  typist.tab = beside;
  world.log(`goes on in ${beside.label}`);
  await see(typist, beside);
  compare(typist, shownOn(typist));
}
