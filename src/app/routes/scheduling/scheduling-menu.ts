import type { MenuEntry } from '#shared/ui/action-menu/open-menu.tsx';
import type { Layer } from './layer.ts';

type Menu = {
  /** The day that is shown. */
  day: string;
  facilityId: string | null;
  mayBook: boolean;
  mayEdit: boolean;
  isEditing: boolean;
  onLayer: (layer: Layer) => void;
  onEditing: () => void;
  go: (path: string) => void;
};

/** What else the calendar leads to. */
export function menuOf({ day, facilityId, mayBook, mayEdit, isEditing, onLayer, onEditing, go }: Menu): MenuEntry[] {
  const timeOff = () => onLayer({ kind: 'days', start: { ProviderId: null, day }, purpose: 'off' });
  const edits: MenuEntry[] = [
    { kind: 'item', key: 'edit', label: 'Edit schedules', checked: isEditing, onChoose: onEditing },
    { kind: 'item', key: 'away', label: 'Add time off', onChoose: timeOff },
  ];
  const query = new URLSearchParams({ date: day, ...(facilityId && { facility: facilityId }) });
  const series: MenuEntry[] = [
    { kind: 'item', key: 'series', label: 'Book a series', onChoose: () => onLayer({ kind: 'series' }) },
  ];
  return [
    ...(mayBook ? series : []),
    { kind: 'item', key: 'waitlist', label: 'Waitlist', onChoose: () => onLayer({ kind: 'waitlist' }) },
    {
      kind: 'item',
      key: 'underScheduled',
      label: 'Under-scheduled',
      onChoose: () => onLayer({ kind: 'underScheduled' }),
    },
    ...(mayEdit ? edits : []),
    { kind: 'divider', key: 'prints' },
    ...prints.map(([path, label]): MenuEntry => ({
      kind: 'item',
      key: path,
      label,
      onChoose: () => go(`${path}?${query}`),
    })),
  ];
}

/** The lists of a day on paper. */
const prints = [
  ['/printProviderDaySchedule', 'Print day by provider'],
  ['/printSignInDaySchedule', 'Print sign-in sheet'],
  ['/rundown', 'Print rundown'],
] as const;
