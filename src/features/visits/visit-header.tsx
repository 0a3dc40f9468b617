import { Button } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useEffect, useRef } from 'react';
import { showDate, showTime } from '#contract/base/dates.ts';
import { placesOfService } from '#contract/facilities/place-of-service.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import { providerName } from '#contract/providers/provider.ts';
import { callsByVisit, type VisitLine } from '#local/reads/visits.ts';
import { isFocusFree } from '#shared/focus/stand-in.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useCurrentUser } from '#shared/session.ts';
import { ActionMenu } from '#shared/ui/action-menu/action-menu.tsx';
import { StageBadge } from '#shared/ui/meaning/stage-badge.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { AlertList } from './alert-list.tsx';
import { MoveQuestions } from './move-questions.tsx';
import { moveWord } from './move-words.ts';
import { nextStep, otherMoves } from './next-step.ts';
import { useMoveVisit } from './use-move-visit.ts';
import { visitAlerts } from './visit-alerts.ts';
import { nameOf } from './visit-card.tsx';
import classes from './visit-header.module.css';

type Props = {
  line: VisitLine;
  onBack: () => void;
  /** Queues what was typed and is not saved yet: after a move it may not be allowed any more. */
  saveFirst: () => Promise<void>;
};

/** The focus follows to the visit that opens, unless somebody is at work elsewhere already. */
function useFollowed() {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocusFree()) title.current?.focus({ preventScroll: true });
  }, []);
  return title;
}

/** One visit: when, what, with whom, where it stands and where it may go. */
export function VisitHeader({ line, onBack, saveFirst }: Props) {
  const { can } = useCurrentUser();
  const moves = useMoveVisit();
  const title = useFollowed();
  const calls = useLiveValue(callsByVisit, [])?.get(line.visit.VisitId);
  const { visit, provider, case: of } = line;
  const step = nextStep(visit, line.note, can);
  // The note and the claim have their own buttons further down the page.
  const first = step?.kind === 'move' ? step : null;
  const others = otherMoves(visit, first, can);
  async function move(to: VisitStage): Promise<void> {
    try {
      await saveFirst();
    } catch (error) {
      return toastFailure(error, 'Your text could not be saved on this device.');
    }
    await moves.move(visit, nameOf(line), to);
  }
  return (
    <header className={classes.header}>
      <div className={classes.line}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onBack}
        >
          Chart
        </Button>
        <h2 ref={title} className={classes.title} tabIndex={-1} data-page-heading>
          {visit.VisitTypeName}, <span className="tabular">{showDate(visit.Start)}</span>
        </h2>
        <StageBadge stage={visit.stage} />
        {calls && <span className={classes.calls}>{calls.parked > 0 ? 'needs attention' : 'waiting to be sent'}</span>}
        <div className={classes.actions}>
          {others.length > 0 && (
            <ActionMenu
              className={classes.move}
              entries={others.map((to) => ({
                kind: 'item',
                key: to,
                label: moveWord(visit.stage, to),
                onChoose: () => void move(to),
              }))}
            >
              Move
              <IconChevronDown size={14} aria-hidden />
            </ActionMenu>
          )}
          {first && (
            <Button variant="default" onClick={() => void move(first.to)}>
              {first.word}
            </Button>
          )}
        </div>
      </div>
      <p className={classes.facts}>
        <span className="tabular">
          {showTime(visit.Start)} to {showTime(visit.End)}
        </span>
        {provider && <> · {providerName(provider)}</>}
        {of && <> · {of.Title}</>} · {placesOfService[visit.PlaceOfService]}
      </p>
      <AlertList alerts={visitAlerts({ ...line, patient: undefined })} />
      <MoveQuestions moves={moves} />
    </header>
  );
}
