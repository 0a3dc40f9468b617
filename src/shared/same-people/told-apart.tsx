import { useEffect, useEffectEvent } from 'react';
import type { VisitLine } from '#local/reads/visits.ts';
import { useToldApart } from '#shared/same-people/use-told-apart.ts';

type Props = { lines: readonly VisitLine[]; onApart: (apart: ReadonlyMap<string, string>) => void };

/** Says of the board, by PatientId, what tells those of one name apart. */
export function ToldApart({ lines, onApart }: Props) {
  const apart = useToldApart(lines.map(({ patient }) => patient));
  const words = JSON.stringify([...apart]);
  const tell = useEffectEvent(() => onApart(apart));
  useEffect(() => tell(), [words]);
  return null;
}
