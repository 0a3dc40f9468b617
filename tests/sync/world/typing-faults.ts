import { noteSections } from '#contract/documentation/visit-note.ts';
import { linesText } from './typing-desk.ts';
import type { ChargeRow, Typist } from './typist.ts';

/** What a dead tab left and was not shown again is still there to be decided on. */
export async function asideFaults({ aside, tab, visit }: Typist): Promise<string[]> {
  const product = tab.realm.tab;
  const keys = (await product.draftKeys()).filter((key) => key.startsWith(`note:${visit.VisitId}`));
  const drafts = JSON.stringify(await Promise.all(keys.map((key) => product.readDraft(key))));
  return aside.flatMap(({ field, text }) =>
    drafts.includes(JSON.stringify(text).slice(1, -1)) ? [] : [`text lost: ${text} of ${field} is in no draft`],
  );
}

export async function serverFaults({ world, visit, known }: Typist): Promise<string[]> {
  const { db } = world.server;
  const [note] = await db.owner<{ Sections: Record<string, string> }>(
    'select * from visit_notes where site = $1 and "VisitId" = $2',
    [world.site, visit.VisitId],
  );
  const services = await db.owner<ChargeRow>('select * from services where site = $1 and "VisitId" = $2', [
    world.site,
    visit.VisitId,
  ]);
  const there: [string, string][] = [
    ...noteSections.map((section): [string, string] => [section, note?.Sections[section] ?? '']),
    ['services', linesText(services)],
  ];
  return there.flatMap(([field, text]) =>
    text === known.get(field)?.sure
      ? []
      : [`the server has another ${field}: ${text} instead of ${known.get(field)?.sure}`],
  );
}
