import { Button, Select, TextInput } from '@mantine/core';
import { showTime } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import type { Alternative } from '#contract/scheduling/alternatives.ts';
import { moveTo, type RebookChoice, type RebookLine } from '#contract/scheduling/rebooking.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { useToldApart } from '#shared/same-people/use-told-apart.ts';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import type { Outside } from './use-outside.ts';
import { shortDay } from '../calendar/views.ts';
import classes from '../calendar/edit-schedule.module.css';

type Props = {
  outside: Outside;
  providers: readonly Provider[];
  reason: string;
  reasonError: string | null;
  onReason: (reason: string) => void;
  onChoose: (chosen: ReadonlyMap<string, RebookChoice>) => void;
};

/** The bookings that would lie outside of the hours, each with what becomes of it. */
export function RebookList({ outside, providers, reason, reasonError, onReason, onChoose }: Props) {
  const { lines, retry, patients, beyond } = outside;
  const apart = useToldApart((lines ?? []).map(({ visit }) => patients.get(visit.PatientId)));
  if (retry)
    return (
      <ErrorState title="Visits outside these hours could not be loaded" onRetry={retry}>
        Nothing is saved yet. If it fails again, reload the page.
      </ErrorState>
    );
  if (lines === null) return <LoadingSkeleton label="Looking for visits outside these hours" rows={3} />;
  const all = (choice: (line: RebookLine<Visit>) => RebookChoice) =>
    onChoose(new Map(lines.map((line) => [line.visit.VisitId, choice(line)])));
  return (
    <section className={classes.part} aria-label="Visits outside these hours">
      <h3 className={classes.heading}>
        {lines.length === 0 ? 'No visits fall outside these hours' : countWords(lines.length)}
      </h3>
      {beyond !== null && <p className={classes.quiet}>{beyondWords(beyond)}</p>}
      {lines.length > 1 && (
        <div className={classes.row}>
          <Button size="compact-sm" variant="default" onClick={() => all(() => ({ kind: 'leave' }))}>
            Leave all
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => all(() => ({ kind: 'ask' }))}>
            Ask all to rebook
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => all(() => ({ kind: 'cancel' }))}>
            Cancel all
          </Button>
        </div>
      )}
      <ul className={classes.bookings}>
        {lines.map((line) => {
          const patient = patients.get(line.visit.PatientId);
          const name = patient ? showName(patient) : 'A patient who is not on this device';
          const facts = apart.get(line.visit.PatientId);
          return (
            <li key={line.visit.VisitId} className={classes.booking}>
              <div className={classes.bookingText}>
                <b>{name}</b>
                {facts && <span className={classes.quiet}>{facts}</span>}
                <span className={classes.quiet}>
                  {shortDay(line.visit.Start.slice(0, 10))} {showTime(line.visit.Start)}, {line.visit.VisitTypeName}
                </span>
              </div>
              <Select
                aria-label={`What to do with the visit of ${[name, facts].filter(Boolean).join(', ')}, ${showTime(line.visit.Start)}`}
                className={classes.choice ?? ''}
                allowDeselect={false}
                data={optionsOf(line, providers)}
                value={keyOf(line.choice)}
                onChange={(key) => {
                  const choice = choiceOf(line, key);
                  const chosen = lines.map((one) => [one.visit.VisitId, one === line ? choice : one.choice] as const);
                  onChoose(new Map(chosen));
                }}
              />
            </li>
          );
        })}
      </ul>
      {lines.some(({ choice }) => choice.kind === 'cancel') && (
        <TextInput
          label="Reason for canceling"
          required
          maxLength={200}
          value={reason}
          error={reasonError}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      )}
    </section>
  );
}

function countWords(count: number): string {
  return count === 1 ? '1 visit falls outside these hours' : `${count} visits fall outside these hours`;
}

function beyondWords({ days, count }: NonNullable<Outside['beyond']>): string {
  const which = days === 1 ? 'One of the days is' : `${days} of the days are`;
  const where = `${which} not on this device.`;
  if (count === null) return `${where} This device can’t check its visits.`;
  if (count === 0) return `${where} The server has no visits outside the hours there.`;
  return `${where} The server has ${count} ${count === 1 ? 'visit' : 'visits'} outside the hours there. They stay the same.`;
}

const leave = { value: 'leave', label: 'Leave visit' };
const ask = { value: 'ask', label: 'Leave visit and ask to rebook' };
const cancel = { value: 'cancel', label: 'Cancel visit' };

function optionsOf({ visit, alternatives, choice }: RebookLine<Visit>, providers: readonly Provider[]) {
  const places = alternatives.map((one) => ({ value: placeKey(one), label: placeWords(one, visit, providers) }));
  // What was chosen stays to be seen also when something newer stands before it.
  const kept =
    choice.kind === 'move' && !places.some(({ value }) => value === placeKey(choice.to))
      ? [{ value: placeKey(choice.to), label: placeWords(choice.to, visit, providers) }]
      : [];
  return [...kept, ...places, leave, ask, cancel];
}

type Place = Pick<Alternative, 'ProviderId' | 'Start' | 'End'>;
const placeKey = ({ ProviderId, Start }: Pick<Place, 'ProviderId' | 'Start'>) => `${Start} ${ProviderId}`;
const keyOf = (choice: RebookChoice) => (choice.kind === 'move' ? placeKey(choice.to) : choice.kind);

function choiceOf({ alternatives, choice }: RebookLine<Visit>, key: string | null): RebookChoice {
  const place = alternatives.find((one) => placeKey(one) === key);
  if (place) return moveTo(place);
  return key === 'leave' || key === 'ask' || key === 'cancel' ? { kind: key } : choice;
}

/** `10:00 AM with Ben Sandoval, PT`, and the day where it is another. */
function placeWords({ ProviderId, Start }: Place, visit: Visit, providers: readonly Provider[]): string {
  const day = Start.slice(0, 10);
  const when = `${day === visit.Start.slice(0, 10) ? '' : `${shortDay(day)}, `}${showTime(Start)}`;
  const provider = providers.find((one) => one.ProviderId === ProviderId);
  if (ProviderId === visit.ProviderId || !provider) return `Move to ${when}`;
  return `Move to ${when} with ${providerName(provider)}`;
}
