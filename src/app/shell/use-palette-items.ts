import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { useNavigate } from 'react-router';
import { showDate } from '#contract/base/dates.ts';
import { holds } from '#contract/base/permissions.ts';
import { askFor } from '#shared/asked.ts';
import { showPhone } from '#contract/base/text.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import { useFoundNames } from '#shared/hooks/use-found-names.ts';
import { useCurrentUser } from '#shared/session.ts';
import { useNamesakes } from '#shared/same-people/use-namesakes.ts';
import { useShortcuts } from '#shared/shortcuts.ts';
import { syncWorker } from '#shared/sync-worker.ts';
import { matches, paletteCommands, type PaletteItem } from './palette-items.ts';
import { useAllowedScreens } from './use-allowed-screens.ts';

const mostPatients = 8;

const search = (query: string, limit: number) => syncWorker().search(query, limit);

/**
 * What the palette offers for what is typed: patients of this device, screens, and what works here now. While
 * `areCurrent` is false the patients are those of an earlier letter.
 */
export function usePaletteItems(typed: string): { items: PaletteItem[]; areCurrent: boolean } {
  const navigate = useNavigate();
  const screens = useAllowedScreens();
  const shortcuts = useShortcuts();
  const { found, isCurrent: areCurrent } = useFoundNames(search, typed, mostPatients);
  const patients = typed.trim() === '' ? [] : (found ?? []);
  const apart = useNamesakes(patients);
  const go = (path: string) => () => void navigate(path);
  const { can } = useCurrentUser();
  const commands = paletteCommands.filter(({ may, label }) => holds(can, may) && matches(label, typed));
  const isCommand = (label: string) => paletteCommands.some((each) => each.label === label);
  const actions = shortcuts.filter(
    (each, at) =>
      each.keys !== '/' &&
      !each.keys.startsWith('g ') &&
      each.keys !== 'Ctrl+K' &&
      !isCommand(each.label) &&
      shortcuts.findIndex((other) => other.keys === each.keys) === at,
  );
  const items = [
    ...patients.map((person): PaletteItem => ({
      id: `patient-${person.PatientId}`,
      group: 'Patients',
      label: `${person.LastName}, ${person.FirstName}`,
      detail: factsOf(person, apart.get(person.PatientId)),
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
    ...commands.map(({ asked, label, path }): PaletteItem => ({
      id: `command-${asked}`,
      group: 'Actions',
      label,
      icon: IconBolt,
      run: () => {
        askFor(asked);
        void navigate(path);
      },
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

/** Two of one name and birth date are told apart by phone and last visit. */
function factsOf(person: PatientName, apart: string | undefined): string {
  const facts = [showDate(person.DateOfBirth), ...(apart === undefined ? [] : [showPhone(person.Phone), apart])];
  return facts.filter(Boolean).join(' · ');
}
