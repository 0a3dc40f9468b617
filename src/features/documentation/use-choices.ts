import { useCallback, useEffect, useRef, useState } from 'react';
import type { NoteId } from '#contract/base/ids.ts';
import type { ConflictChoice, SectionConflict } from '#contract/documentation/section-conflicts.ts';
import { createDraftForm } from '#shared/autosave/draft-form.ts';
import { onSaveUnsaved } from '#shared/unsaved.ts';

/** A choice holds for the two texts it was made between; `edited` is what was written by hand, kept in any case. */
type Chosen = { choice: ConflictChoice | null; edited: string | null; mine: string; theirs: string };
type Choices = Partial<Record<string, Chosen>>;

/** What was chosen for each section of a note being compared, kept on this device until it is saved. */
export function useChoices(NoteId: NoteId) {
  const [kept] = useState(() => createDraftForm<Choices>(`compare:${NoteId}`));
  const [choices, setChoices] = useState<Choices>({});
  const latest = useRef<Choices>({});

  useEffect(() => {
    let here = true;
    void kept
      .open()
      .catch(() => undefined)
      .then((left) => {
        if (!here) return;
        latest.current = { ...left, ...latest.current };
        setChoices(latest.current);
        if (Object.keys(latest.current).length > 0) kept.write(latest.current);
        else kept.drop();
      });
    const forget = onSaveUnsaved(() => kept.keep());
    return () => {
      here = false;
      forget();
      kept.close();
    };
  }, [kept]);

  const choose = useCallback(
    ({ section, mine, theirs }: SectionConflict, changed: Partial<Pick<Chosen, 'choice' | 'edited'>>) => {
      const before = latest.current[section] ?? { choice: null, edited: null };
      latest.current = { ...latest.current, [section]: { ...before, ...changed, mine, theirs } };
      setChoices(latest.current);
      kept.write(latest.current);
    },
    [kept],
  );

  return { choices, choose, submit: kept.submit, forget: () => kept.drop() };
}

/** The choice that still holds, and whether one was made between other texts. */
export function choiceOf(choices: Choices, { section, mine, theirs }: SectionConflict) {
  const chosen = choices[section];
  const holds = chosen?.mine === mine && chosen.theirs === theirs;
  return {
    choice: holds ? chosen.choice : null,
    edited: chosen?.edited ?? null,
    isOutdated: chosen !== undefined && chosen.choice !== null && !holds,
  };
}
