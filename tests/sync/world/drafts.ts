import { endOf, isFullDisk, mark } from './people.ts';
import type { OpenTab, Profile, WorldState } from './state.ts';

/** Somebody types and leaves it at that. */
export async function someoneTypes(world: WorldState, tab: OpenTab): Promise<void> {
  const { drafts } = tab.profile;
  const key = world.chance.pick(['a', 'b']);
  const text = mark(world);
  const { result, refusal } = await endOf(tab, () => tab.realm.tab.saveDraft(key, text));
  world.log(`${tab.label} types ${text}: ${result}`);
  if (result === 'died' && !tab.life.isDead) throw new Error(`${tab.label}: typing never ended.`);
  if (result === 'refused' && !isFullDisk(refusal)) throw refusal;
  if (result === 'saved') drafts.set(key, [text]);
  if (result === 'died') drafts.set(key, [...(drafts.get(key) ?? [undefined]), text]);
}

/** What was said to be kept is there, and opens, for whoever comes back to it. */
export async function draftFaults({ label, drafts, tabs: [tab] }: Profile): Promise<string[]> {
  const faults: string[] = [];
  for (const [key, texts] of tab ? drafts : []) {
    const found = await tab?.realm.tab.readDraft<string>(key);
    if (!texts.includes(found)) faults.push(`draft lost: ${label} ${key} is ${found} instead of ${texts.join(' or ')}`);
  }
  return faults;
}
