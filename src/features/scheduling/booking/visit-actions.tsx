import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { takesPlace } from '#contract/visits/stage.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
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
  onMove: (stage: VisitStage) => void;
  onAsk: (what: 'letGo' | 'remove') => void;
};

const bySimplePress: Partial<Record<VisitStage, string>> = {
  confirmed: 'Confirm',
  checkedIn: 'Check in',
  scheduled: 'Mark as scheduled',
};

/** The buttons of a visit. */
export function VisitActions({ visit, options, onMove, onAsk, onOpenChart, onSeries, onFill, onCopy }: Props) {
  const { moves, ways, maySchedule, isRemovable, isAhead } = options;
  return (
    <Group gap="xs" className={classes.actions}>
      {Object.entries(bySimplePress).map(
        ([stage, word]) =>
          moves.includes(stage as VisitStage) && (
            <Action key={stage} onPress={() => onMove(stage as VisitStage)}>
              {word}
            </Action>
          ),
      )}
      {ways.length > 0 && <Action onPress={() => onAsk('letGo')}>Cancel or no-show</Action>}
      {isRemovable && <Action onPress={() => onAsk('remove')}>Delete</Action>}
      {onSeries && maySchedule && <Action onPress={() => onSeries(visit)}>Book a series</Action>}
      {onFill && maySchedule && !takesPlace(visit) && isAhead && (
        <Action onPress={() => onFill(visit)}>Fill this time</Action>
      )}
      {maySchedule && onCopy && <Action onPress={() => onCopy(visit)}>Copy</Action>}
      {onOpenChart && (
        <Button variant="subtle" size="xs" onClick={() => onOpenChart(visit)}>
          Open chart
        </Button>
      )}
    </Group>
  );
}

function Action({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <Button variant="default" size="xs" onClick={onPress}>
      {children}
    </Button>
  );
}
