import { showDate, showTime, wallTimeIn } from '#contract/base/dates.ts';
import type { VisitId } from '#contract/base/ids.ts';
import { stageNames } from '#contract/visits/stage.ts';
import type { VisitHistory as Event } from '#contract/visits/visit.ts';
import { historyOfVisit } from '#local/reads/visits.ts';
import { useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { useSetup } from '#shared/session.ts';
import { LivePart } from '#shared/ui/live-part/live-part.tsx';
import classes from './visit-header.module.css';

/** What happened to a visit, newest first, in the clinic's time. */
export function VisitHistory({ VisitId }: { VisitId: VisitId }) {
  const live = useLiveWithRetry(() => historyOfVisit(VisitId), [VisitId]);
  return (
    <LivePart of={live} what="history" rows={3}>
      {(history) => <Events history={history} />}
    </LivePart>
  );
}

function Events({ history }: { history: readonly Event[] }) {
  const { users, website } = useSetup();
  if (history.length === 0) return <p className={classes.facts}>Nothing has happened to this visit yet.</p>;
  const nameOf = (event: Event) => {
    const user = users.find((each) => each.UserId === event.UserId);
    return user ? `${user.FirstName} ${user.LastName}` : 'Mainstay';
  };
  return (
    <ol className={classes.history}>
      {history.toReversed().map((event) => {
        const wall = wallTimeIn(website.TimeZone, new Date(event.at));
        return (
          <li key={event.VisitHistoryId} className={classes.event}>
            <time className={classes.when} dateTime={event.at}>
              {showDate(wall)} {showTime(wall)}
            </time>
            <span>{eventWords(event)}</span>
            <span className={classes.who}>{nameOf(event)}</span>
          </li>
        );
      })}
    </ol>
  );
}

function eventWords({ action, from, to, note }: Event): string {
  const what = from && to && from !== to ? `${stageNames[from]} to ${stageNames[to]}` : null;
  const said = action.charAt(0).toUpperCase() + action.slice(1);
  const base = what && action === 'moved' ? what : what ? `${said}: ${what}` : said;
  return note ? `${base} (${note})` : base;
}
