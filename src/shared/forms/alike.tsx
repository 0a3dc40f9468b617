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

/** Nothing new is saved until its writer has said that it is none of those it may be. */
export function useAlike<Fields>(find: ((fields: Fields, own: string) => Promise<Alike>) | undefined): {
  /** Whether there are others it may be of which nothing was said yet. */
  stops: (fields: Fields, own: string) => Promise<boolean>;
  shown: (onOpen: AlikeAnswers['onOpen'], onInsist: () => void) => ReactNode;
} {
  const [alike, setAlike] = useState(none);
  const told = useRef(new Set<string>());
  const isLooking = useRef(false);

  async function stops(fields: Fields, own: string): Promise<boolean> {
    if (!find) return false;
    // Pressed again while it looks.
    if (isLooking.current) return true;
    isLooking.current = true;
    try {
      const found = await find(fields, own);
      const isNew = found.ids.some((id) => !told.current.has(id));
      setAlike(isNew ? found : none);
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
    setAlike(none);
    save();
  }
  const shown = (onOpen: AlikeAnswers['onOpen'], onInsist: () => void) =>
    alike.show({ onOpen, onInsist: () => insist(onInsist) });
  return { stops, shown };
}
