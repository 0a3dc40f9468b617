import { Checkbox } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { showDate } from '#contract/base/dates.ts';
import { isSameValue } from '#contract/base/same-value.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import { doubledHours, skippedHours } from '#contract/scheduling/clock-changes.ts';
import type { PlannedDay } from '#contract/scheduling/planned-days.ts';
import type { SavedForm } from '#local/drafts/drafts.ts';
import { resendCalls } from '#local/outbox/refused-calls.ts';
import { readAll } from '#local/reads/reads.ts';
import { readFacilities } from '#local/reads/scheduling.ts';
import { useDraftScope } from '#shared/autosave/draft-scope.tsx';
import type { ResendProps } from '#shared/conflict-views.ts';
import { ResendScope } from '#shared/forms/resend-frame.tsx';
import { useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { LivePart } from '#shared/ui/live-part/live-part.tsx';
import { useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { sayWhy } from '../booking/visit-writes.ts';
import classes from '../calendar/edit-schedule.module.css';
import { HoursFields } from './custom-day-fields.tsx';
import { dayGroups, daysIn, daysOverNow, seenOf } from './day-diff.ts';
import { hoursOf, hoursProblem, typedFor, type TypedDays } from './day-form.ts';

const formId = 'resend-days';

/** Refused days as they were typed, over how they are now, to be corrected and sent again. */
export function ResendDays({ call, onDone }: ResendProps) {
  // As the form was filled from: what others write while it is open is not its writer's.
  const [base] = useState(() => (call.kind === 'changed-elsewhere' ? daysOverNow(call).base : call.base));
  const [isBusy, setBusy] = useState(false);
  const around = useLiveWithRetry(readAround, []);
  async function send(customDayProviderSchedules: PlannedDay[], draft: SavedForm): Promise<void> {
    const again = { input: { customDayProviderSchedules }, base: seenOf(customDayProviderSchedules, base) };
    await resendCalls([{ mid: call.mid, ...again }], draft);
  }
  return (
    <ResendScope call={call} formId={formId} isBusy={isBusy} onBack={onDone}>
      <LivePart of={around} what="schedule days" kept="Your change is kept.">
        {(read) => <DaysAgain {...read} days={daysIn(call.input)} onBusy={setBusy} onSend={send} onDone={onDone} />}
      </LivePart>
    </ResendScope>
  );
}

async function readAround() {
  return { facilities: await readFacilities(), providers: await readAll('providers') };
}

type Props = {
  days: readonly PlannedDay[];
  providers: readonly Provider[];
  facilities: readonly Facility[];
  onBusy: (isBusy: boolean) => void;
  onSend: (days: PlannedDay[], draft: SavedForm) => Promise<void>;
  onDone: () => void;
};

type Hours = Pick<TypedDays, 'kind' | 'blocks' | 'Note'>;
/** `hours` of each group of days; `without` are the days that are not sent again. */
type Typed = { hours: Hours[]; without: string[] };

function DaysAgain({ days, providers, facilities, onBusy, onSend, onDone }: Props) {
  const [groups] = useState(() => dayGroups(days));
  const [first] = useState<Typed>(() => ({ hours: groups.map((group) => typedOf(group, providers)), without: [] }));
  const [typed, setTyped] = useState(first);
  const [isTried, setTried] = useState(false);
  const kept = useDraftScope('days', { values: typed, isDirty: !isSameValue(typed, first), fill: setTyped });
  useReportDirty(kept.isSubmitting, onBusy);
  const planned = groups.map((group, at) =>
    group
      .filter(({ CustomDayId }) => !typed.without.includes(CustomDayId))
      .map((day): PlannedDay => ({ ...day, ...hoursOf(typed.hours[at] as Hours) })),
  );
  const again = planned.flat();
  const problems = planned.map(
    (group, at) => hoursProblem(typed.hours[at] as Hours) ?? skippedHours(group, facilities),
  );
  const isOff = (group: readonly PlannedDay[]) => group.every(({ CustomDayId }) => typed.without.includes(CustomDayId));
  const isWrong = groups.some((group, at) => !isOff(group) && problems[at] !== null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (again.length === 0 || isWrong) return;
    kept.submit((draft) => onSend(again, draft)).then((isSent) => isSent && onDone(), sayWhy);
  }

  return (
    <form id={formId} className={classes.form} noValidate onSubmit={submit}>
      {groups.map((group, at) => {
        const provider = providers.find(({ ProviderId }) => ProviderId === group[0]?.ProviderId);
        const hours = typed.hours[at] as Hours;
        const name = provider ? providerName(provider) : 'A former provider';
        return (
          <fieldset key={group[0]?.CustomDayId} className={classes.days}>
            <legend>{days.length === 1 ? `${name}, ${showDate(group[0]?.day ?? '')}` : name}</legend>
            {days.length > 1 && (
              <div className={classes.row}>
                {group.map(({ CustomDayId, day }) => (
                  <Checkbox
                    key={CustomDayId}
                    label={showDate(day)}
                    checked={!typed.without.includes(CustomDayId)}
                    onChange={(event) => {
                      const others = typed.without.filter((id) => id !== CustomDayId);
                      setTyped({ ...typed, without: event.currentTarget.checked ? others : [...others, CustomDayId] });
                    }}
                  />
                ))}
              </div>
            )}
            {!isOff(group) && (
              <div className={classes.form}>
                <HoursFields
                  name={name}
                  typed={hours}
                  {...{ provider, facilities }}
                  problem={(isTried && problems[at]) || undefined}
                  note={problems[at] === null ? doubledHours(planned[at] ?? [], facilities) : null}
                  onChange={(changes) => setTyped({ ...typed, hours: typed.hours.with(at, { ...hours, ...changes }) })}
                />
              </div>
            )}
          </fieldset>
        );
      })}
      {isTried && again.length === 0 && (
        <p className={classes.error} role="alert">
          Choose at least one day.
        </p>
      )}
    </form>
  );
}

/** As the days were typed; custom hours begin with those of the week. */
function typedOf([day]: readonly PlannedDay[], providers: readonly Provider[]): Hours {
  if (!day) return { kind: 'week', blocks: [], Note: '' };
  const provider = providers.find(({ ProviderId }) => ProviderId === day.ProviderId);
  const { kind, blocks, Note } = typedFor(
    provider,
    day.day,
    day,
    day.isRemoved ? 'week' : day.blocks.length === 0 ? 'off' : 'hours',
  );
  return { kind, blocks, Note };
}
