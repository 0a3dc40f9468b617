import { showTime } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import { providerName } from '#contract/providers/provider.ts';
import type { VisitLine } from '#local/reads/visits.ts';
import { useToldApart } from '#shared/same-people/use-told-apart.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { StageBadge } from '#shared/ui/meaning/stage-badge.tsx';
import classes from './outage.module.css';

/** The day's visits by time; each opens in the chart, which works from this device. */
export function TodayVisits({ visits, onNavigate }: { visits: VisitLine[]; onNavigate: (path: string) => void }) {
  const apart = useToldApart(visits.map(({ patient }) => patient));
  if (visits.length === 0) {
    return (
      <EmptyState compact title="No visits today">
        Nothing is scheduled for today on this device.
      </EmptyState>
    );
  }
  return (
    <ul className={classes.list} aria-label="Today's visits">
      {visits.map(({ visit, patient, provider }) => {
        const path = `/patients/${visit.PatientId}?visit=${visit.VisitId}`;
        return (
          <li key={visit.VisitId}>
            <a
              className={classes.row}
              href={path}
              data-visit={visit.VisitId}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                onNavigate(path);
              }}
            >
              <span className={`${classes.time} tabular`}>{showTime(visit.Start)}</span>
              <span className={classes.main}>
                {patient ? showName(patient) : 'A patient who is not on this device'}
                <span className={classes.quiet}>
                  {[apart.get(visit.PatientId), visit.VisitTypeName, provider && providerName(provider)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <StageBadge stage={visit.stage} />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
