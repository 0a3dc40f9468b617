import { textWords, type TextWord } from './text-words.ts';

/** A signed note with its sections by key. */
export type SignedTexts = { NoteId: string; Sections: Readonly<Record<string, string>> };

/** A piece of a section that a signed note has too; offsets into the text. */
export type ClonedSpan = { start: number; end: number; NoteId: string };

/** How much of a section stands in earlier notes, 0 to 1; `words` are its own ones, without template text. */
export type SectionClone = { share: number; words: number; spans: ClonedSpan[] };

/** From this share on a note is warned about before signing. */
export const warnedCloneShare = 0.8;

const shingle = 5;

/**
 * How much of each section is copied, by shingles of five words against the same section of the signed notes. Text of
 * the template counts on neither side. An Assessment that says the same as a signed one is 1, whatever its length.
 */
export function cloneShare(
  texts: Readonly<Record<string, string>>,
  lastThreeSigned: readonly SignedTexts[],
  templateText: string,
): Record<string, SectionClone> {
  const template = shinglesOf(templateText);
  const clones = Object.entries(texts).map(([section, text]) => {
    const signed = lastThreeSigned.map(({ NoteId, Sections }) => ({ NoteId, text: Sections[section] ?? '' }));
    return [section, sectionClone(text, signed, template, section === 'Assessment')] as const;
  });
  return Object.fromEntries(clones);
}

type Signed = { NoteId: string; text: string };

function sectionClone(text: string, signed: Signed[], template: ReadonlySet<string>, isBlocked: boolean): SectionClone {
  const words = textWords(text);
  const fromTemplate = covered(words, template);
  const own = words.filter(({ word }, at) => word !== '' && !fromTemplate[at]).length;
  const sources = words.map((): string | null => null);
  for (const { NoteId, text: other } of signed) {
    const isSame = isSameText(text, other);
    const hits = isSame ? words.map(() => true) : covered(words, shinglesOf(other));
    for (const [at, isHit] of hits.entries()) if (isHit && !fromTemplate[at]) sources[at] ??= NoteId;
    if (isSame && isBlocked)
      return {
        share: 1,
        words: own,
        spans: spansOf(
          words,
          words.map(() => NoteId),
        ),
      };
  }
  const copied = words.filter(({ word }, at) => word !== '' && sources[at] !== null).length;
  return { share: own === 0 ? 0 : copied / own, words: own, spans: spansOf(words, sources) };
}

/** Whether two texts have the same words in the same order, and any. */
export function isSameText(one: string, other: string): boolean {
  const said = (text: string) => textWords(text).map(({ word }) => word);
  const words = said(one);
  return words.length > 0 && words.join(' ') === said(other).join(' ');
}

/** Shingles of each run of words between tokens; a run of three or four words is one shingle. */
function shinglesOf(text: string): Set<string> {
  const shingles = new Set<string>();
  const add = (run: string[]) => {
    if (run.length >= 3 && run.length < shingle) shingles.add(run.join(' '));
    for (let at = 0; at + shingle <= run.length; at += 1) shingles.add(run.slice(at, at + shingle).join(' '));
  };
  let run: string[] = [];
  for (const { word } of textWords(text)) {
    if (word !== '') run.push(word);
    else {
      add(run);
      run = [];
    }
  }
  add(run);
  return shingles;
}

/** Which words are part of one of the shingles. */
function covered(words: readonly TextWord[], shingles: ReadonlySet<string>): boolean[] {
  const hits = words.map(() => false);
  for (let at = 0; at < words.length; at += 1)
    for (const length of [shingle, 4, 3]) {
      if (at + length > words.length) continue;
      const piece = words.slice(at, at + length).map(({ word }) => word);
      if (shingles.has(piece.join(' '))) hits.fill(true, at, at + length);
    }
  return hits;
}

function spansOf(words: readonly TextWord[], sources: readonly (string | null)[]): ClonedSpan[] {
  const spans: ClonedSpan[] = [];
  let isOpen = false;
  for (const [at, { start, end }] of words.entries()) {
    const NoteId = sources[at] ?? null;
    const last = spans.at(-1);
    if (NoteId === null) isOpen = false;
    else if (isOpen && last?.NoteId === NoteId) last.end = end;
    else {
      spans.push({ start, end, NoteId });
      isOpen = true;
    }
  }
  return spans;
}
