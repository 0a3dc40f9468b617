import type { ReactNode } from 'react';
import { showDate, showTime } from '#contract/base/dates.ts';
import type { WorkingDay } from '#contract/scheduling/working-day.ts';
import { printDay, rundown, type PrintDay } from '#local/reads/print-day.ts';
import { DayTable, daysByProvider, SignInTable, type DayOfProvider } from '#shared/print/day-tables.tsx';
import { Sheet } from '#shared/print/sheet.tsx';
import { useMay } from '#shared/session.ts';
import { PrintDayPage, type DayPageProps } from './print-day-page.tsx';
import classes from './printing.module.css';
import { RundownTable } from './rundown-table.tsx';

/** /printSignInDaySchedule: one list of the day that patients sign. */
export function SignInDay(props: DayPageProps) {
  return (
    <PrintDayPage {...props} title="Sign-in sheet" what="sign-in sheet" read={printDay} withProvider={false}>
      {({ day, visits }, foot) => (
        <Sheet title={`Sign-in sheet of ${showDate(day)}`} foot={foot}>
          <SignInTable visits={visits} />
        </Sheet>
      )}
    </PrintDayPage>
  );
}

/** /printProviderDaySchedule: a sheet for each provider, with meetings and the hours they work. */
export function ProviderDay(props: DayPageProps) {
  return (
    <PrintDayPage {...props} title="Provider schedule" what="provider schedule" read={printDay} withProvider isOwn>
      {(of, foot) => sheetsOf(of, 'Schedule of', foot, (day) => <DayTable day={day} />)}
    </PrintDayPage>
  );
}

/** /rundown: for each provider, what the staff talks through before the day begins. */
export function RundownDay(props: DayPageProps) {
  const seesBalance = useMay('access billing');
  return (
    <PrintDayPage
      {...props}
      title="Rundown"
      what="rundown"
      read={(day, filter) => rundown(day, filter, seesBalance)}
      withProvider
      isOwn
    >
      {(of, foot) =>
        sheetsOf(of, 'Rundown of', foot, ({ ProviderId }) => (
          <RundownTable
            lines={of.lines.filter(({ visit }) => visit.ProviderId === ProviderId)}
            seesBalance={seesBalance}
          />
        ))
      }
    </PrintDayPage>
  );
}

function sheetsOf(of: PrintDay, title: string, foot: string, table: (day: DayOfProvider) => ReactNode): ReactNode {
  return daysByProvider(of.visits, of.times, of.providers).map((day) => (
    <Sheet key={day.ProviderId} title={`${day.name}: ${title.toLowerCase()} ${showDate(of.day)}`} foot={foot}>
      <HoursLine hours={of.hours.get(day.ProviderId)} />
      {table(day)}
    </Sheet>
  ));
}

/** `Works 8:00 AM – 12:00 PM, 1:00 PM – 5:00 PM. Off 3:00 PM – 4:00 PM (Dentist).` */
function HoursLine({ hours }: { hours: WorkingDay | undefined }) {
  if (!hours) return null;
  const spans = hours.blocks.map(({ start, end }) => `${wall(start)} – ${wall(end)}`).join(', ');
  const off = hours.off.map(({ Start, End, why, kind }) =>
    kind === 'holiday' ? why : `off ${showTime(Start)} – ${showTime(End)} (${why})`,
  );
  return <p className={classes.hours}>{[spans ? `Works ${spans}` : 'No hours this day', ...off].join('; ')}.</p>;
}

function wall(time: string): string {
  return showTime(`2000-01-01T${time}`);
}
