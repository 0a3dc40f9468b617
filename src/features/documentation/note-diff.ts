import { serviceWords } from '#contract/charges/service-words.ts';
import { changedSinceSeen, SeenToSign } from '#contract/documentation/seen-to-sign.ts';
import { noteSections, VisitNote, type NoteChanges } from '#contract/documentation/visit-note.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { servicesOfVisit } from '#local/reads/charges.ts';
import { noteOfVisit } from '#local/reads/documentation.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import { readSetup } from '#local/store/setup.ts';

/** In short where the note can be compared at its visit; whole where it cannot, because the visit is not here. */
export async function noteDiff({ input, current }: ParkedCall, visit: Visit | undefined): Promise<FieldDiff[]> {
  const told = VisitNote.safeParse(current).data;
  const note = (await noteOfVisit(input['VisitId'] as Visit['VisitId'])) ?? (visit ? undefined : told);
  const changes = input['changes'] as NoteChanges;
  const words = visit ? shortened : (text: string) => text || 'Empty';
  // Of a note that is not here, nobody knows what it says now.
  const now = (text: string | undefined) => (text === undefined && !visit ? '' : words(text ?? ''));
  return noteSections.flatMap((section) => {
    const mine = changes[section];
    return mine === undefined ? [] : [{ name: section, mine: words(mine), now: now(note?.[section]) }];
  });
}

/** The whole of what was written. */
export function noteText({ input }: ParkedCall): string {
  const changes = input['changes'] as NoteChanges;
  return noteSections
    .flatMap((section) => (changes[section] === undefined ? [] : `${section}\n${changes[section]}`))
    .join('\n\n');
}

/** What is not as its signer saw it; null where all is. */
export async function signDiff(call: ParkedCall): Promise<FieldDiff[] | null> {
  const VisitId = call.input['id'] as Visit['VisitId'];
  const [note, services, setup] = await Promise.all([noteOfVisit(VisitId), servicesOfVisit(VisitId), readSetup()]);
  const seen = SeenToSign.safeParse(call.base).data ?? {};
  const changed = changedSinceSeen(seen, note, services, setup?.cptDescriptions ?? []);
  if (changed.length === 0) return null;
  return changed.map((name) =>
    name === 'Charges'
      ? { name, mine: serviceWords(seen.services ?? []), now: serviceWords(services) }
      : { name, ...apart(seen[name] ?? '', note?.[name] ?? '') },
  );
}

/** Two texts in short, from a little before where they part. */
function apart(mine: string, now: string): Pick<FieldDiff, 'mine' | 'now'> {
  const length = Math.min(mine.length, now.length);
  let at = 0;
  while (at < length && mine[at] === now[at]) at += 1;
  const from = at > 60 ? mine.lastIndexOf(' ', at - 40) + 1 : 0;
  const part = (text: string) => (from > 0 ? `…${shortened(text.slice(from))}` : shortened(text));
  return { mine: part(mine), now: part(now) };
}

function shortened(text: string): string {
  const line = text.trim();
  if (line === '') return 'Empty';
  return line.length > 140 ? `${line.slice(0, 140).trimEnd()}…` : line;
}
