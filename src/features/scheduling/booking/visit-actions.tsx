import { Button, Group } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { takesPlace } from '#contract/visits/stage.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { ActionMenu } from '#shared/ui/action-menu/action-menu.tsx';
import type { MenuEntry } from '#shared/ui/action-menu/open-menu.tsx';
import type { VisitOptions } from './use-visit-options.ts';
import classes from './visit-drawer.module.css';

/** Where a visit leads. What is undefined is not offered. */
export type VisitLinks = {
  onOpenChart: ((visit: Visit) => void) | undefined;
  onSeries: ((of: Visit) => void) | undefined;
  /** Offers the time of a canceled visit to the waitlist. */
  onFill: ((visit: Visit) => void) | undefined;
  /** Books one like it at another time. */
  onCopy: ((visit: Visit) => void) | undefined;
};

type Props = VisitLinks & {
  visit: Visit;
  options: VisitOptions;
  /** Something is typed: saving it is the next step. */
  isQuiet: boolean;
  onMove: (stage: VisitStage) => void;
  onAsk: (what: 'letGo' | 'remove') => void;
};

/** Moves that ask nothing, the usual one first. */
const atTheDesk = ['checkedIn', 'confirmed', 'scheduled'] as const satisfies readonly VisitStage[];
const byPhone = ['confirmed', 'checkedIn', 'scheduled'] as const satisfies readonly VisitStage[];
const words = { confirmed: 'Confirm', checkedIn: 'Check in', scheduled: 'Mark as scheduled' };

/** The buttons of a visit: the usual next step is filled, what is seldom wanted is in a menu, with Delete as the last. */
export function VisitActions({ visit, options, isQuiet, onMove, onAsk, onOpenChart, onSeries, onFill, onCopy }: Props) {
  const { moves, ways, maySchedule, isRemovable, isAhead, isLaterDay } = options;
  // No one checks in days ahead.
  const inOrder = isLaterDay ? byPhone : atTheDesk;
  const [next, ...others] = inOrder.filter((stage) => moves.includes(stage));
  const item = (key: string, label: string, onChoose: () => void): MenuEntry => ({
    kind: 'item',
    key,
    label,
    onChoose,
  });
  const entries: MenuEntry[] = [
    ...others.map((stage) => item(stage, words[stage], () => onMove(stage))),
    ...(onSeries && maySchedule ? [item('series', 'Book a series', () => onSeries(visit))] : []),
    ...(maySchedule && onCopy ? [item('copy', 'Copy', () => onCopy(visit))] : []),
    ...(isRemovable
      ? [{ kind: 'divider', key: 'last' } as const, item('remove', 'Delete', () => onAsk('remove'))]
      : []),
  ];
  return (
    <Group gap="xs" className={classes.actions}>
      {next && (
        <Button size="xs" variant={isQuiet ? 'default' : 'filled'} onClick={() => onMove(next)}>
          {words[next]}
        </Button>
      )}
      {ways.length > 0 && (
        <Button variant="default" size="xs" onClick={() => onAsk('letGo')}>
          Cancel or no-show
        </Button>
      )}
      {onFill && maySchedule && !takesPlace(visit) && isAhead && (
        <Button variant="default" size="xs" onClick={() => onFill(visit)}>
          Fill this time
        </Button>
      )}
      {onOpenChart && (
        <Button variant="default" size="xs" onClick={() => onOpenChart(visit)}>
          Open chart
        </Button>
      )}
      {entries.length > 0 && (
        <ActionMenu className={classes.moreActions} entries={entries}>
          More actions
          <IconChevronDown size={14} aria-hidden />
        </ActionMenu>
      )}
    </Group>
  );
}
