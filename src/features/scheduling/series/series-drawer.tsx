import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { showDate } from '#contract/base/dates.ts';
import type { VisitId } from '#contract/base/ids.ts';
import { showName } from '#contract/base/text.ts';
import { casesOfPatient } from '#local/reads/cases.ts';
import { readPatient } from '#local/reads/patients.ts';
import { readWhere } from '#local/reads/reads.ts';
import { readFacilities } from '#local/reads/scheduling.ts';
import { activeProviders } from '#local/reads/visits.ts';
import { useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { useClinicToday, useNowIn } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useWebsite } from '#shared/session.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { SettledCount } from '#shared/ui/live-region/settled-count.tsx';
import { LivePart } from '#shared/ui/live-part/live-part.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { firstChoices, settled, type SeriesChoices, type SeriesRows, type SeriesStart } from './series-choices.ts';
import { SeriesList } from './series-list.tsx';
import { SeriesWhen } from './series-when.tsx';
import { SeriesWhere } from './series-where.tsx';
import classes from './series.module.css';
import { takeBack, useSeries, type Series } from './use-series.ts';
import { sayWhy } from '../booking/visit-writes.ts';
import { useWholeChart } from '../booking/use-whole-chart.ts';

type Props = { opened: boolean; onClose: () => void; start?: SeriesStart };

const noStart: SeriesStart = {};

/** Books the visits of a plan of care at once: each is shown before, with what stands against it. Works offline. */
export function SeriesDrawer({ opened, onClose, start = noStart }: Props) {
  return opened ? <SeriesForm key={JSON.stringify(start)} start={start} onClose={onClose} /> : null;
}

function SeriesForm({ start, onClose }: { start: SeriesStart; onClose: () => void }) {
  const today = useClinicToday();
  const [choices, setChoices] = useState(() => firstChoices(start));
  const [isDirty, setDirty] = useState(false);
  const rows = useSeriesRows(choices.PatientId);
  const name = useNameOf(start.PatientId);
  useWholeChart(choices.PatientId);
  const found = useMemo(() => settled(choices, rows, today), [choices, rows, today]);
  const { TimeZone } = useWebsite();
  const now = useNowIn(found.facility?.TimeZone ?? TimeZone);
  const series = useSeries(choices, found, now);
  const { leave, question } = useDiscard(isDirty, onClose);
  const kept = useDraftScope('series', {
    values: { choices, decided: series.decided },
    isDirty,
    fill: (left) => {
      change(left.choices);
      series.recall(left.decided);
    },
  });

  function change(changes: Partial<SeriesChoices>): void {
    setDirty(true);
    setChoices((before) => ({ ...before, ...changes }));
  }
  function decide(...decision: Parameters<Series['decide']>): void {
    setDirty(true);
    series.decide(...decision);
  }
  function findTimes(): void {
    setDirty(true);
    // What was found is told by the sum of the visits, which changes with it.
    if (series.findTimes() === 0) announce('No other times were found.');
  }
  async function book(which: 'good' | 'all'): Promise<void> {
    try {
      let booked: VisitId[] = [];
      if (!(await kept.submit(async (draft) => (booked = await series.book(which, draft))))) return;
      setDirty(false);
      const sentence = `${booked.length === 1 ? '1 visit is' : `${booked.length} visits are`} booked.`;
      toastUndo(sentence, () => takeBack(booked));
      onClose();
    } catch (cause) {
      sayWhy(cause);
    }
  }
  return (
    <>
      <SideDrawer
        opened
        onClose={leave}
        isDirty={isDirty}
        // Who was chosen elsewhere is not asked for here, and has to be read all the same.
        title={name === null ? 'Book a series' : `Book a series for ${name}`}
        size={560}
        footer={
          <Footer {...{ series, isBusy: kept.isSubmitting }} onLeave={leave} onBook={(which) => void book(which)} />
        }
      >
        <div className={classes.form}>
          <SeriesWhere choices={choices} found={found} isOfChart={start.PatientId !== undefined} onChange={change} />
          <SeriesWhen choices={choices} found={found} today={today} onChange={change} />
          <Preview series={series} onDecide={decide} onFind={findTimes} />
        </div>
      </SideDrawer>
      {question}
    </>
  );
}

/** Null for nobody; a chart that is not here has no name to show. */
function useNameOf(PatientId: SeriesStart['PatientId']): string | null {
  const patient = useLiveValue(async () => PatientId && readPatient(PatientId), [PatientId]);
  return patient ? showName(patient) : null;
}

const noRows: SeriesRows = { cases: [], facilities: [], providers: [], lastTypes: new Map() };

function useSeriesRows(PatientId: SeriesChoices['PatientId']): SeriesRows {
  const read = async () => {
    const cases = PatientId === null ? [] : await casesOfPatient(PatientId);
    const visits = PatientId === null ? [] : await readWhere('visits', { index: 'PatientId', equals: PatientId });
    const byDay = visits.toSorted((a, b) => a.Start.localeCompare(b.Start));
    const lastTypes = new Map(byDay.map(({ CaseId, VisitTypeName }) => [String(CaseId), VisitTypeName]));
    return { cases, facilities: await readFacilities(), providers: await activeProviders(null), lastTypes };
  };
  return useLiveValue(read, [PatientId]) ?? noRows;
}

const checking = 'Checking the calendar.';

type PreviewProps = { series: Series; onDecide: Series['decide']; onFind: () => void };

function Preview({ series, onDecide, onFind }: PreviewProps) {
  const { lines, missing, facts, calendar } = series;
  return (
    <section className={classes.part} aria-label="Preview">
      <p className={classes.sum}>
        <SettledCount>
          {missing ?? (facts ? sumWords(series) : calendar.state === 'loading' ? checking : '')}
        </SettledCount>
      </p>
      {missing === null && <FindTimes lines={lines} onFind={onFind} />}
      {missing === null && facts?.known && <Unknown lines={lines} to={facts.known.to} />}
      {(missing === null || facts) && (
        <LivePart of={calendar} what="calendar" rows={4} kept="Your choices are kept.">
          {(read) => <SeriesList lines={lines} facts={read} onDecide={onDecide} />}
        </LivePart>
      )}
    </section>
  );
}

/** One press instead of one for each visit in conflict; another one where the first was taken by two. */
function FindTimes({ lines, onFind }: { lines: Series['lines']; onFind: () => void }) {
  const open = lines.filter(({ preview, decision }) => preview?.verdict === 'red' && decision !== 'accepted');
  const findable = open.filter(({ preview }) => (preview?.alternatives.length ?? 0) > 0).length;
  if (findable === 0) return null;
  const which = findable === lines.length ? 'all' : 'the other';
  return (
    <Button variant="default" size="xs" onClick={onFind}>
      {findable === 1 ? 'Find a time for the other visit' : `Find times for ${which} ${findable}`}
    </Button>
  );
}

/** From which day on other bookings are not known here. */
function Unknown({ lines, to }: { lines: Series['lines']; to: string }) {
  const first = lines.find(({ planned }) => planned.Start.slice(0, 10) > to);
  if (!first) return null;
  return (
    <p className={classes.note}>
      <OfflineNote>
        This device has visits until {showDate(to)}. Later visits are checked when they reach the server.
      </OfflineNote>
    </p>
  );
}

/** `24 visits: 21 free, 2 to check, 1 conflict.` */
function sumWords({ lines, counts }: Series): string {
  const count = (verdict: string) => lines.filter(({ preview }) => preview?.verdict === verdict).length;
  const [free, check, conflict] = [count('green'), count('amber'), count('red')];
  const parts = [
    `${free} free`,
    ...(check > 0 ? [`${check} to check`] : []),
    ...(conflict > 0 ? [`${conflict} in conflict`] : []),
    ...(counts.leftOut > 0 ? [`${counts.leftOut} skipped`] : []),
  ];
  return `${lines.length === 1 ? '1 visit' : `${lines.length} visits`}: ${parts.join(', ')}.`;
}

type FooterProps = { series: Series; isBusy: boolean; onLeave: () => void; onBook: (which: 'good' | 'all') => void };

/** With nothing in conflict there is one way to book; otherwise the good ones, and all where that may be. */
function Footer({ series: { missing, counts }, isBusy, onLeave, onBook }: FooterProps) {
  const { good, all } = counts;
  const isWhole = all === good;
  return (
    <>
      <Button variant="default" onClick={onLeave}>
        Cancel
      </Button>
      {missing === null && all !== null && !isWhole && (
        <Button variant="default" disabled={isBusy} onClick={() => onBook('all')}>
          Book all {all}
        </Button>
      )}
      <Button loading={isBusy} disabled={missing !== null || good === 0} onClick={() => onBook('good')}>
        {isWhole ? bookWords(good) : `Book visits without conflicts (${good})`}
      </Button>
    </>
  );
}

function bookWords(count: number): string {
  if (count === 0) return 'Book';
  return count === 1 ? 'Book 1 visit' : `Book ${count} visits`;
}
