import { memo, useDeferredValue, useEffect, useEffectEvent, useRef } from 'react';
import type { PatientName } from '#contract/patients/patient-name.ts';
import { useApartWords, type ApartWords } from './use-told-apart.ts';

type People = readonly (PatientName | undefined)[];
type Props = {
  /** The same list as long as it names the same people. */
  people: People;
  onApart: (apart: ReadonlyMap<string, ApartWords>) => void;
};

const nobody: People = [];

/** Says of a large list, by PatientId, what tells those of one name apart. The list itself is painted first. */
export const ToldApart = memo(function ToldApart({ people, onApart }: Props) {
  const apart = useApartWords(useDeferredValue(people, nobody));
  const words = JSON.stringify([...apart]);
  const told = useRef('[]');
  const tell = useEffectEvent(() => {
    if (words === told.current) return;
    told.current = words;
    onApart(apart);
  });
  useEffect(() => tell(), [words]);
  return null;
});
