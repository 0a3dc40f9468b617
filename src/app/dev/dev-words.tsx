import { Button } from '@mantine/core';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { FieldError } from '#shared/ui/field-error/field-error.tsx';
import { KeyHint } from '#shared/ui/key-hint/key-hint.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { StageBadge } from '#shared/ui/meaning/stage-badge.tsx';
import { Money } from '#shared/ui/money/money.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { PersonName } from '#shared/ui/person-name/person-name.tsx';
import { SavedState } from '#shared/ui/saved-state/saved-state.tsx';
import { allStages, demoRows } from './demo-rows.ts';
import classes from './dev-ui.module.css';
import { Specimen } from './specimen.tsx';

const colours = [
  '--ms-surface',
  '--ms-sunken',
  '--ms-selected',
  '--ms-border',
  '--ms-accent',
  '--ms-danger',
  '--ms-needs',
  '--ms-done',
  '--ms-progress',
  '--ms-past',
];
const tenFortyTwo = new Date(2026, 10, 18, 10, 42);

/** Everything that is only looked at. */
export function DevWords() {
  return (
    <>
      <Specimen name="Colours">
        {colours.map((colour) => (
          <div key={colour} className={classes.swatch}>
            <span style={{ background: `var(${colour})` }} />
            {colour.slice(5)}
          </div>
        ))}
      </Specimen>
      <Specimen name="Meanings">
        <MeaningBadge meaning="danger">Rejected</MeaningBadge>
        <MeaningBadge meaning="needs">Unsigned</MeaningBadge>
        <MeaningBadge meaning="done">Signed</MeaningBadge>
        <MeaningBadge meaning="progress">In progress</MeaningBadge>
        <MeaningBadge meaning="past">Offline</MeaningBadge>
        <MeaningBadge meaning="needs" quiet>
          Progress report due 11/24/2026
        </MeaningBadge>
      </Specimen>
      <Specimen name="Stages of a visit">
        {allStages.map((stage) => (
          <StageBadge key={stage} stage={stage} />
        ))}
      </Specimen>
      <Specimen name="People, money, keys">
        {demoRows.slice(0, 2).map((row) => (
          <PersonName key={row.key} person={row.person} />
        ))}
        <Money cents={128_450} /> <Money cents={-2_500} /> <Money cents={null} />
        <KeyHint keys="Ctrl+K" /> <KeyHint keys="g o" /> <KeyHint keys="?" />
      </Specimen>
      <Specimen name="Saved states">
        <SavedState state="unsaved" /> <SavedState state="saving" /> <SavedState state="saved" at={tenFortyTwo} />{' '}
        <SavedState state="failed" />
        <OfflineNote>Needs the network: the payer is asked directly.</OfflineNote>
      </Specimen>
      <Specimen name="Field error" column>
        <FieldError id="dev-error">Write the birth date as MM/DD/YYYY.</FieldError>
      </Specimen>
      <Specimen name="Empty, failed, loading" column>
        <div className={classes.frame}>
          <EmptyState title="No visits today" action={<Button variant="default">Show another day</Button>}>
            Visits booked for this facility appear here as soon as they are on the schedule.
          </EmptyState>
        </div>
        <div className={classes.frame}>
          <ErrorState title="The history did not load" onRetry={() => undefined}>
            The server did not answer. Your note is kept on this device.
          </ErrorState>
        </div>
        <LoadingSkeleton label="Loading visits" rows={3} />
      </Specimen>
    </>
  );
}
