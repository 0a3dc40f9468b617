import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs';
import { FacilityId } from '#contract/base/ids.ts';
import { readAll } from '#local/reads/reads.ts';
import { facilityOptions, type FacilityOption } from '#shared/facility-options.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { usePreferences } from '#shared/preferences.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { ActionMenu } from '#shared/ui/action-menu/action-menu.tsx';
import type { MenuEntry } from '#shared/ui/action-menu/open-menu.tsx';
import classes from './facility-switch.module.css';

const everywhere = 'All facilities';

/** Which facility the screens show; kept with the user. */
export function FacilitySwitch() {
  const user = useCurrentUser();
  const [preferences, savePreferences] = usePreferences();
  const facilities = useLiveValue(() => readAll('facilities'), []);
  const mine = facilities?.filter(
    (facility) => user.facilityIds === null || user.facilityIds.includes(facility.FacilityId),
  );
  const options = facilityOptions(mine ?? [], useWebsite().regions);
  const chosen = options.find((option) => option.FacilityId === preferences.facilityId) ?? null;
  const choose = (id: string | null) => void savePreferences({ facilityId: id === null ? null : FacilityId.parse(id) });
  return (
    <ActionMenu className={classes.button} entries={entriesOf(options, chosen, choose)}>
      <IconMapPin size={16} stroke={1.5} aria-hidden />
      <span className="visually-hidden">Facility: </span>
      <span className={classes.name}>{chosen?.label ?? everywhere}</span>
      <IconChevronDown size={14} stroke={1.5} aria-hidden />
    </ActionMenu>
  );
}

function entriesOf(
  options: readonly FacilityOption[],
  chosen: FacilityOption | null,
  choose: (id: string | null) => void,
): MenuEntry[] {
  const entries: MenuEntry[] = [
    { kind: 'item', key: 'all', label: everywhere, checked: chosen === null, onChoose: () => choose(null) },
    { kind: 'divider', key: 'divider' },
  ];
  options.forEach((option, at) => {
    if (option.group && option.group !== options[at - 1]?.group)
      entries.push({ kind: 'heading', key: `group-${option.group}`, label: option.group });
    entries.push({
      kind: 'item',
      key: option.FacilityId,
      label: option.label,
      checked: option === chosen,
      onChoose: () => choose(option.FacilityId),
    });
  });
  return entries;
}
