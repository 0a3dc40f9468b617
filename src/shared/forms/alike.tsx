import { useRef, useState, type ReactNode } from 'react';

/** What others that a new entry may be can be answered with. */
export type AlikeAnswers = {
  /** Goes to one of them; undefined where the form cannot be left for it. */
  onOpen: ((id: string) => void) | undefined;
  /** It is none of them. */
  onInsist: () => void;
};

/** Others that a new entry may be. */
export type Alike = { ids: readonly string[]; show: (answers: AlikeAnswers) => ReactNode };

const none: Alike = { ids: [], show: () => null };

/** How others are found that a new entry may be, and by which of its fields. */
export type AlikeSearch<Fields> = {
  by: readonly (keyof Fields)[];
  find: (fields: Fields, own: string) => Promise<Alike>;
};

/**
 * Nothing new is saved until its writer has said that it is none of those it may be. `values` are those of the form now:
 * who was found by others is shown no longer.
 */
export function useAlike<Fields>(
  search: AlikeSearch<Fields> | undefined,
  values: Partial<Record<keyof Fields, unknown>>,
): {
  /** Whether there are others it may be of which nothing was said yet. */
  stops: (fields: Fields, own: string) => Promise<boolean>;
  shown: (onOpen: AlikeAnswers['onOpen'], onInsist: () => void) => ReactNode;
} {
  const asked = JSON.stringify(search?.by.map((field) => values[field]));
  const [found, setFound] = useState({ alike: none, asked });
  const alike = found.asked === asked ? found.alike : none;
  const told = useRef(new Set<string>());
  const isLooking = useRef(false);

  async function stops(fields: Fields, own: string): Promise<boolean> {
    if (!search) return false;
    // Pressed again while it looks.
    if (isLooking.current) return true;
    isLooking.current = true;
    try {
      const people = await search.find(fields, own);
      const isNew = people.ids.some((id) => !told.current.has(id));
      setFound({ alike: isNew ? people : none, asked });
      return isNew;
    } catch {
      // Whoever cannot be asked stops no one; a device that was locked meanwhile refuses the save itself.
      return false;
    } finally {
      isLooking.current = false;
    }
  }

  function insist(save: () => void): void {
    for (const id of alike.ids) told.current.add(id);
    setFound({ alike: none, asked });
    save();
  }
  const shown = (onOpen: AlikeAnswers['onOpen'], onInsist: () => void) =>
    alike.show({ onOpen, onInsist: () => insist(onInsist) });
  return { stops, shown };
}
