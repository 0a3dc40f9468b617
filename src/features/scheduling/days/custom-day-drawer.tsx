import { Button } from '@mantine/core';
import { useMemo, useState, type FormEvent } from 'react';
import { holds } from '#contract/base/permissions.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import type { Provider } from '#contract/providers/provider.ts';
import { doubledHours } from '#contract/scheduling/clock-changes.ts';
import type { CustomDay } from '#contract/scheduling/custom-day.ts';
import type { PlannedDay } from '#contract/scheduling/planned-days.ts';
import { seenIn } from '#contract/scheduling/days-meanwhile.ts';
import type { RebookChoice } from '#contract/scheduling/rebooking.ts';
import { activeProviders } from '#local/reads/visits.ts';
import { customDaysBetween, readFacilities } from '#local/reads/scheduling.ts';
import type { Settles } from '#local/drafts/drafts.ts';
import { useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { useCurrentUser } from '#shared/session.ts';
import { LivePart } from '#shared/ui/live-part/live-part.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard, useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { CustomDayFields } from './custom-day-fields.tsx';
import { daysFrom, typedFor, type DayStart, type QueuedDay, type TypedDays } from './day-form.ts';
import { RebookList } from './rebook-list.tsx';
import { useOutside } from './use-outside.ts';
import classes from '../calendar/edit-schedule.module.css';

type Props = {
  opened: boolean;
  onClose: () => void;
  start: DayStart;
  /** `queue`: held until the schedules are saved; `off`: somebody is away, saved at once. */
  purpose: 'queue' | 'off';
  /** What is held already. */
  queue: readonly QueuedDay[];
  /** `draft` is what was typed, which goes with the calls it becomes. False where nothing was saved. */
  onDone: (days: QueuedDay[], draft: Settles | undefined) => Promise<boolean>;
};

const formId = 'custom-day-form';

/** The custom-day drawer (spec 2): hours of one or many dates, and what becomes of the bookings outside of them. */
export function CustomDayDrawer({ opened, onClose, start, purpose, queue, onDone }: Props) {
  const [isDirty, setDirty] = useState(false);
  const [isLooking, setLooking] = useState(false);
  const { leave, question } = useDiscard(isDirty, onClose);
  const { can, provider: own } = useCurrentUser();
  const live = useLiveWithRetry(() => readAround(start.day), [start.day]);
  // A live read gives the former day until it has read this one: the form would start without this day's own hours.
  const around = live.state === 'ready' && live.value.day !== start.day ? { ...live, state: 'loading' as const } : live;
  const mine = own?.ProviderId ?? null;
  return (
    <>
      <SideDrawer
        opened={opened}
        onClose={leave}
        isDirty={isDirty}
        title={purpose === 'off' ? 'Add time off' : 'Day hours'}
        size={560}
        footer={
          <>
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form={formId} disabled={around.state !== 'ready' || isLooking}>
              {purpose === 'off' ? 'Save' : 'Add to pending changes'}
            </Button>
          </>
        }
      >
        {opened && (
          <LivePart of={around} what="hours">
            {({ providers, facilities, customDays }) => (
              <DaysForm
                key={`${start.ProviderId} ${start.day} ${purpose}`}
                {...{ start, purpose, queue, facilities, customDays, onDone }}
                providers={providers.filter(({ ProviderId }) => holds(can, 'manage schedules') || ProviderId === mine)}
                onDirty={setDirty}
                onLooking={setLooking}
              />
            )}
          </LivePart>
        )}
      </SideDrawer>
      {question}
    </>
  );
}

async function readAround(day: string) {
  return {
    day,
    customDays: await customDaysBetween(day, day),
    facilities: await readFacilities(),
    providers: await activeProviders(null),
  };
}

type FormProps = Pick<Props, 'start' | 'purpose' | 'queue' | 'onDone'> & {
  providers: readonly Provider[];
  facilities: readonly Facility[];
  customDays: readonly CustomDay[];
  onDirty: (isDirty: boolean) => void;
  /** Whether the bookings outside are still looked for: nobody has decided about those yet. */
  onLooking: (isLooking: boolean) => void;
};

/** What is kept of the form over a lock; `opened` is not there where an older version of the app wrote it. */
type Draft = {
  typed: TypedDays;
  chosen: [string, RebookChoice][];
  typedReason: string | null;
  opened?: readonly CustomDay[];
};

const noChoice: ReadonlyMap<string, RebookChoice> = new Map();
const noDays: readonly PlannedDay[] = [];

/** What was decided of the bookings when the day was held. */
function heldOf(
  queue: readonly QueuedDay[],
  of: DayStart | null,
): { chosen: ReadonlyMap<string, RebookChoice>; reason: string | null } {
  const rebook = queue.find((one) => one.ProviderId === of?.ProviderId && one.day === of?.day)?.rebook;
  if (!rebook) return { chosen: noChoice, reason: null };
  const reason = rebook.find(({ choice }) => choice.kind === 'cancel')?.reason ?? null;
  return { chosen: new Map(rebook.map(({ VisitId, choice }) => [VisitId, choice])), reason };
}

function DaysForm({ start, purpose, queue, providers, facilities, customDays, onDirty, onLooking, onDone }: FormProps) {
  const typedOf = (id: string | null): TypedDays => {
    const provider = providers.find(({ ProviderId }) => ProviderId === id);
    const isIt = (one: Pick<CustomDay, 'ProviderId' | 'day'>) => one.ProviderId === id && one.day === start.day;
    const planned = queue.find(isIt);
    const known = planned?.isRemoved ? undefined : (planned ?? customDays.find(isIt));
    const kind = purpose === 'off' || known?.blocks.length === 0 ? 'off' : planned?.isRemoved ? 'week' : 'hours';
    return typedFor(provider, start.day, known, kind);
  };
  const [first] = useState(() => typedOf(start.ProviderId));
  // A day typed anew has another id: what is pulled meanwhile makes none.
  const [zones] = useState(facilities);
  const [opened, setOpened] = useState(customDays);
  const [typed, setTyped] = useState(first);
  const [held] = useState(() => heldOf(queue, purpose === 'queue' ? start : null));
  const [chosen, setChosen] = useState(held.chosen);
  const [typedReason, setReason] = useState(held.reason);
  // Why somebody is away is mostly why the visits are cancelled.
  const reason = typedReason ?? typed.Note;
  const [isTried, setTried] = useState(false);
  const found = useMemo(() => daysFrom(typed, zones), [typed, zones]);
  const days = 'days' in found ? found.days : noDays;
  const outside = useOutside(days, { planned: queue, choices: chosen, usual: purpose === 'off' ? 'move' : 'leave' });
  const isDirty = typed !== first || chosen !== held.chosen;
  useReportDirty(isDirty, onDirty);
  const kept = useDraftScope<Draft>('days', {
    values: { typed, chosen: [...chosen], typedReason, opened },
    isDirty,
    fill: (left) => {
      // As the day was when this was typed: somebody else may have written another one since.
      setOpened((now) => left.opened ?? now);
      setTyped(left.typed);
      setChosen(new Map(left.chosen));
      setReason(left.typedReason);
    },
  });
  useReportDirty(days.length > 0 && outside.lines === null, onLooking);

  const lines = outside.lines ?? [];
  const isReasonMissing = lines.some(({ choice }) => choice.kind === 'cancel') && reason.trim() === '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (days.length === 0 || outside.lines === null || isReasonMissing) return;
    const decided = days.map((day): QueuedDay => ({
      ...day,
      ...(day.day === start.day && { seen: seenIn([day], opened)[0]?.was ?? null }),
      rebook: lines
        .filter(({ visit }) => visit.Start.startsWith(day.day))
        .map(({ visit: { VisitId, ProviderId, Start }, choice }) => ({
          VisitId,
          ProviderId,
          Start,
          choice,
          reason: reason.trim(),
        })),
    }));
    void kept.submit((draft) => onDone(decided, draft));
  }

  return (
    <form id={formId} className={classes.form} noValidate onSubmit={submit}>
      <CustomDayFields
        typed={typed}
        providers={providers}
        facilities={facilities}
        errors={isTried && 'wrong' in found ? found.wrong : {}}
        note={doubledHours(days, zones)}
        onProvider={(id) => {
          const { first: from, last, weekdays } = typed;
          const of = heldOf(queue, purpose === 'queue' ? { ProviderId: id, day: start.day } : null);
          setChosen(of.chosen);
          setReason(of.reason);
          setTyped({ ...typedOf(id), first: from, last, weekdays });
        }}
        onChange={(changes) => setTyped((before) => ({ ...before, ...changes }))}
      />
      {days.length > 0 && (
        <RebookList
          outside={outside}
          providers={providers}
          reason={reason}
          reasonError={isTried && isReasonMissing ? 'Enter the reason.' : null}
          onReason={setReason}
          onChoose={setChosen}
        />
      )}
    </form>
  );
}
