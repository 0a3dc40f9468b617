export type WordChange = { kind: 'same' | 'added' | 'removed'; text: string };

/** Texts further apart than this many words are shown as replaced: nobody reads such a patchwork. */
const mostChanges = 400;

/** What became of a text, word by word, by the shortest way from one to the other (Myers 1986). */
export function wordChanges(from: string, to: string): WordChange[] {
  const before = wordsOf(from);
  const after = wordsOf(to);
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const rest = Math.min(before.length, after.length) - start;
  while (end < rest && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const middle = shortestWay(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return joined([...before.slice(0, start).map(same), ...middle, ...before.slice(before.length - end).map(same)]);
}

/** Words and marks with the space before them, and line breaks on their own. */
function wordsOf(text: string): string[] {
  return text.match(/\n|[^\S\n]*[\p{L}\p{N}'’-]+|[^\S\n]*[^\s\p{L}\p{N}]|[^\S\n]+/gu) ?? [];
}

const same = (text: string): WordChange => ({ kind: 'same', text });

function shortestWay(before: string[], after: string[]): WordChange[] {
  const trail = trailOf(before, after);
  if (!trail) return replaced(before, after);
  const way: WordChange[] = [];
  let x = before.length;
  let y = after.length;
  for (let step = trail.length - 1; step >= 0; step -= 1) {
    const ends = trail[step] ?? new Map<number, number>();
    const at = x - y;
    const down = at === -step || (at !== step && endOf(ends, at - 1) < endOf(ends, at + 1));
    const from = down ? at + 1 : at - 1;
    const fromX = step === 0 ? 0 : endOf(ends, from);
    const fromY = step === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      way.push(same(before[x] ?? ''));
    }
    if (step > 0)
      way.push(down ? { kind: 'added', text: after[fromY] ?? '' } : { kind: 'removed', text: before[fromX] ?? '' });
    x = fromX;
    y = fromY;
  }
  return way.toReversed();
}

/** How far each diagonal reached before each step; undefined when the texts are too far apart. */
function trailOf(before: string[], after: string[]): Map<number, number>[] | undefined {
  const ends = new Map<number, number>([[1, 0]]);
  const trail: Map<number, number>[] = [];
  for (let step = 0; step <= Math.min(mostChanges, before.length + after.length); step += 1) {
    trail.push(new Map(ends));
    for (let at = -step; at <= step; at += 2) {
      const down = at === -step || (at !== step && endOf(ends, at - 1) < endOf(ends, at + 1));
      let x = down ? endOf(ends, at + 1) : endOf(ends, at - 1) + 1;
      while (x < before.length && x - at < after.length && before[x] === after[x - at]) x += 1;
      ends.set(at, x);
      if (x >= before.length && x - at >= after.length) return trail;
    }
  }
  return undefined;
}

function endOf(ends: Map<number, number>, diagonal: number): number {
  return ends.get(diagonal) ?? -1;
}

function replaced(before: string[], after: string[]): WordChange[] {
  return [
    { kind: 'removed', text: before.join('') },
    { kind: 'added', text: after.join('') },
  ];
}

/** Neighbours of one kind as one piece. */
function joined(changes: WordChange[]): WordChange[] {
  const pieces: WordChange[] = [];
  for (const { kind, text } of changes) {
    if (text === '') continue;
    const last = pieces.at(-1);
    if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text };
    else pieces.push({ kind, text });
  }
  return pieces;
}
