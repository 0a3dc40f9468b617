import { noteSections } from '#contract/documentation/visit-note.ts';
import type { OpenTab } from './state.ts';
import { rest } from './turn.ts';
import type { ChargeRow, Desk, Typist } from './typist.ts';

/** Opens the visit in a tab, as its page does. */
export async function sitAt(typist: Typist, tab: OpenTab): Promise<void> {
  const { visit, world } = typist;
  const product = tab.realm.tab;
  tab.realm.hasForms = true;
  const setup = await product.readSetup();
  const note = product.noteAutosave(
    { CaseId: visit.CaseId, NoteId: visit.VisitId as never, VisitId: visit.VisitId },
    () => undefined,
  );
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
    noteShown: Object.fromEntries(noteSections.map((section) => [section, note?.Sections[section] ?? ''])),
    linesShown: lines.map(({ ServiceId, CPT_Code, Minutes, Count }) => ({ ServiceId, CPT_Code, Minutes, Count })),
  };
}

/** The screen is drawn anew with what the device holds. */
export async function see(typist: Typist, tab: OpenTab): Promise<void> {
  const desk = typist.desks.get(tab);
  if (!desk || tab.life.isDead) return;
  Object.assign(desk, await readShown(typist, tab));
  desk.note.seen(desk.noteShown);
  desk.charges.seen({ services: desk.linesShown });
  await rest();
}

/** What the person has before them, by field. */
export function shownOn(typist: Typist): [string, string][] {
  const desk = typist.desks.get(typist.tab);
  if (!desk) return [];
  const note = desk.note.snapshot();
  const rows = desk.charges.snapshot().services?.value ?? desk.linesShown;
  return [
    ...noteSections.map((section): [string, string] => [
      section,
      String(note[section]?.value ?? desk.noteShown[section]),
    ]),
    ['services', linesText(rows)],
  ];
}

export function linesText(rows: readonly ChargeRow[]): string {
  const lines = rows.map(({ ServiceId, CPT_Code, Minutes }) => `${ServiceId} ${CPT_Code} ${Minutes ?? '-'}`);
  return lines.toSorted().join('; ');
}

/** The tab has lived through half a second since: all that was typed must outlive it now. */
export function makeSure({ known }: Typist): void {
  for (const each of known.values()) {
    each.sure = each.maybe.at(-1) ?? each.sure;
    each.maybe = [];
  }
}

/** What is shown after a tab died is what was typed; from then on it is what the person goes on from. */
export function compare(typist: Typist, found: [string, string][]): void {
  for (const [field, text] of found) {
    const known = typist.known.get(field) ?? { sure: '', maybe: [] };
    const aside = typist.aside.find((each) => each.field === field && each.over === known.sure && each.text === text);
    if (aside) typist.aside.splice(typist.aside.indexOf(aside), 1);
    else if (text !== known.sure && !known.maybe.includes(text))
      typist.faults.push(`text lost: ${field} is ${text} instead of ${[known.sure, ...known.maybe].join(' or ')}`);
    typist.known.set(field, { sure: text, maybe: [] });
  }
}
