import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { showDate } from '#contract/base/dates.ts';
import type { PatientName } from '#contract/patients/patient.ts';
import { onNamesChanged } from '#local/patients.ts';
import { useShortcuts } from '#shared/shortcuts.ts';
import { syncWorker } from '#shared/sync-worker.ts';
import { matches, type PaletteItem } from './palette-items.ts';
import { useMyScreens } from './use-my-screens.ts';

const mostPatients = 8;

/**
 * What the palette offers for what is typed: patients of this device, screens, and what works here now. While
 * `areCurrent` is false the patients are those of an earlier letter.
 */
export function usePaletteItems(typed: string): { items: PaletteItem[]; areCurrent: boolean } {
  const navigate = useNavigate();
  const screens = useMyScreens();
  const shortcuts = useShortcuts();
  const { patients, areCurrent } = usePatients(typed);
  const go = (path: string) => () => void navigate(path);
  const actions = shortcuts.filter(
    (each, at) =>
      each.keys !== '/' &&
      !each.keys.startsWith('g ') &&
      each.keys !== 'Ctrl+K' &&
      shortcuts.findIndex((other) => other.keys === each.keys) === at,
  );
  const items = [
    ...patients.map((person): PaletteItem => ({
      id: `patient-${person.PatientId}`,
      group: 'Patients',
      label: `${person.LastName}, ${person.FirstName}`,
      detail: showDate(person.DateOfBirth),
      person,
      icon: IconUser,
      run: go(`/patients/${person.PatientId}`),
    })),
    ...screens
      .filter((screen) => matches(screen.name, typed))
      .map((screen): PaletteItem => ({
        id: `screen-${screen.path}`,
        group: 'Screens',
        label: screen.name,
        keys: screen.keys,
        icon: screen.icon,
        run: go(screen.path),
      })),
    ...actions
      .filter((action) => matches(action.label, typed))
      .map((action): PaletteItem => ({
        id: `action-${action.keys}`,
        group: 'Actions',
        label: action.label,
        keys: action.keys,
        icon: IconBolt,
        run: action.run,
      })),
  ];
  return { items, areCurrent };
}

/** Matches of the letters before stay until those of what is typed now arrive, so that nothing flickers. */
function usePatients(typed: string): { patients: PatientName[]; areCurrent: boolean } {
  const [found, setFound] = useState<{ typed: string; patients: PatientName[] }>({ typed: '', patients: [] });
  const query = typed.trim();
  const [turn, setTurn] = useState(0);
  // On a first sign-in the names come last: what was typed before them is asked again.
  useEffect(() => onNamesChanged(() => setTurn((before) => before + 1)), []);
  useEffect(() => {
    if (query === '') return undefined;
    let isCurrent = true;
    syncWorker()
      .search(query, mostPatients)
      .then((patients) => isCurrent && setFound({ typed: query, patients }))
      .catch(() => isCurrent && setFound({ typed: query, patients: [] }));
    return () => {
      isCurrent = false;
    };
  }, [query, turn]);
  return query === ''
    ? { patients: [], areCurrent: true }
    : { patients: found.patients, areCurrent: found.typed === query };
}
