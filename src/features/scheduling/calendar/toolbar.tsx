import { Button } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { lazy, Suspense, useState } from 'react';
import type { ProviderId } from '#contract/base/ids.ts';
import type { Provider } from '#contract/providers/provider.ts';
import { allPlaces, placeToggleNames, type PlaceToggle } from '#contract/scheduling/places-shown.ts';
import { useNarrow } from '#shared/hooks/use-narrow.ts';
import { useShortcut } from '#shared/shortcuts.ts';
import { ActionMenu } from '#shared/ui/action-menu/action-menu.tsx';
import type { MenuEntry } from '#shared/ui/action-menu/open-menu.tsx';
import { DropPanel } from '#shared/ui/drop-panel/drop-panel.tsx';
import { ProviderFilter } from '#shared/ui/provider-filter/provider-filter.tsx';
import { Toolbar } from '#shared/ui/toolbar/toolbar.tsx';
import classes from './scheduling.module.css';
import { shortWords, shownWords, stepped, viewNames, views, type Shown } from './views.ts';

const DateCalendar = lazy(() =>
  import('#shared/ui/date-field/date-calendar.tsx').then((file) => ({ default: file.DateCalendar })),
);

type Props = {
  shown: Shown;
  today: string;
  onShown: (next: Shown) => void;
  providers: Provider[];
  chosen: ProviderId[];
  own: ProviderId | null;
  onChoose: (chosen: ProviderId[]) => void;
  places: readonly PlaceToggle[];
  onPlaces: (places: PlaceToggle[]) => void;
  /** What else the calendar leads to. */
  more: readonly MenuEntry[];
  /** Books a visit of which no time is chosen yet. */
  onNew?: () => void;
};

/** What of the calendar is shown, and what it leads to: one row, on a phone too. */
export function SchedulingToolbar(props: Props) {
  const { shown, onShown, more, onNew } = props;
  // A phone keeps the room for the hours.
  const narrow = useNarrow();
  const [isUnfolded, setUnfolded] = useState(false);
  const filters: MenuEntry[] = [
    {
      kind: 'item',
      key: 'filters',
      label: 'Filters',
      checked: isUnfolded,
      onChoose: () => setUnfolded(!isUnfolded),
    },
  ];
  if (narrow)
    return (
      <Toolbar label="View options">
        <select
          className={classes.views}
          aria-label="View"
          value={shown.view}
          onChange={(event) => onShown({ ...shown, view: views.find((one) => one === event.target.value) ?? 'day' })}
        >
          {views.map((view) => (
            <option key={view} value={view}>
              {viewNames[view]}
            </option>
          ))}
        </select>
        <DateSteps {...props} isShort />
        <ActionMenu label="More" className={`${classes.place} ${classes.more}`} entries={[...filters, ...more]}>
          <IconDots size={18} aria-hidden />
        </ActionMenu>
        {onNew && (
          <Button className={classes.step ?? ''} aria-label="New visit" onClick={onNew}>
            <IconPlus size={18} aria-hidden />
          </Button>
        )}
        {isUnfolded && <Filters {...props} />}
      </Toolbar>
    );
  return (
    <Toolbar
      label="View options"
      end={
        <>
          {more.length > 0 && (
            <ActionMenu className={`${classes.place} ${classes.more}`} entries={more}>
              More
              <IconChevronDown size={14} aria-hidden />
            </ActionMenu>
          )}
          {onNew && (
            <Button h={32} px={12} onClick={onNew}>
              New visit
            </Button>
          )}
        </>
      }
    >
      <fieldset className={classes.segments} aria-label="View">
        {views.map((view) => (
          <button
            key={view}
            type="button"
            className={classes.segment}
            aria-pressed={shown.view === view}
            onClick={() => onShown({ ...shown, view })}
          >
            {viewNames[view]}
          </button>
        ))}
      </fieldset>
      <DateSteps {...props} isShort={false} />
      <Filters {...props} />
    </Toolbar>
  );
}

function Filters({ providers, chosen, own, onChoose, places, onPlaces }: Props) {
  const toggle = (place: PlaceToggle) =>
    onPlaces(allPlaces.filter((each) => (each === place ? !places.includes(each) : places.includes(each))));
  return (
    <>
      <ProviderFilter providers={providers} chosen={chosen} own={own} onChoose={onChoose} />
      <fieldset className={classes.places} aria-label="Places of service">
        {allPlaces.map((place) => (
          <button
            key={place}
            type="button"
            className={`${classes.place} ${classes.toggle}`}
            aria-pressed={places.includes(place)}
            onClick={() => toggle(place)}
          >
            {placeToggleNames[place]}
          </button>
        ))}
      </fieldset>
    </>
  );
}

function DateSteps({ shown, today, onShown, isShort }: Props & { isShort: boolean }) {
  const [opened, setOpened] = useState(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const go = (date: string) => onShown({ ...shown, date });
  const unit = shown.view;
  useShortcut('t', 'Today', () => go(today));
  useShortcut('[', `Previous ${unit}`, () => go(stepped(shown, -1)));
  useShortcut(']', `Next ${unit}`, () => go(stepped(shown, 1)));
  useShortcut('d', 'Day view', () => onShown({ ...shown, view: 'day' }));
  useShortcut('w', 'Week view', () => onShown({ ...shown, view: 'week' }));
  useShortcut('m', 'Month view', () => onShown({ ...shown, view: 'month' }));
  function pick(picked: string): void {
    setOpened(false);
    button?.focus();
    go(picked);
  }
  return (
    <>
      <Button.Group>
        <Button
          variant="default"
          className={classes.step ?? ''}
          aria-label={`Previous ${unit}`}
          onClick={() => go(stepped(shown, -1))}
        >
          <IconChevronLeft size={16} aria-hidden />
        </Button>
        <Button
          ref={setButton}
          variant="default"
          className={`tabular ${classes.date}`}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {isShort ? shortWords(shown, today) : shownWords(shown, today)}
        </Button>
        <Button
          variant="default"
          className={classes.step ?? ''}
          aria-label={`Next ${unit}`}
          onClick={() => go(stepped(shown, 1))}
        >
          <IconChevronRight size={16} aria-hidden />
        </Button>
      </Button.Group>
      <DropPanel label="Calendar" anchor={button} opened={opened} onClose={() => setOpened(false)}>
        <Suspense fallback={<div style={{ width: 252, height: 292 }} />}>
          <DateCalendar value={shown.date} limits={{}} onPick={pick} />
        </Suspense>
      </DropPanel>
      {shown.date !== today && !isShort && (
        <Button variant="subtle" size="compact-sm" h={32} onClick={() => go(today)}>
          Today
        </Button>
      )}
    </>
  );
}
