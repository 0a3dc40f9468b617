import { useEffect, useEffectEvent, useRef } from 'react';
import { announceSaved } from '#shared/ui/live-region/live-region.tsx';

/** After each of the `saves` it says in one sentence that charges are saved on this device, and what they come to. */
export function useSavedTold(saves: number, units: number, timedMinutes: number): void {
  const told = useRef(saves);
  const tell = useEffectEvent(() => announceSaved(`Charges saved on this device. ${totalWords(units, timedMinutes)}.`));
  useEffect(() => {
    if (saves === told.current) return;
    told.current = saves;
    tell();
  }, [saves]);
}

function totalWords(units: number, timedMinutes: number): string {
  return `${units} ${units === 1 ? 'unit' : 'units'}${timedMinutes > 0 ? `, ${timedMinutes} timed min` : ''}`;
}
