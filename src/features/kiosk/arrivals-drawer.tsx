import { AppError } from '#contract/base/errors.ts';
import type { DismissedArrival, WaitingArrival } from '#contract/kiosk/arrival.ts';
import { call } from '#shared/api.ts';
import type { Fetched } from '#shared/hooks/use-fetched.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import part from '#shared/ui/part/part.module.css';
import { ArrivalLine } from './arrival-line.tsx';
import { DismissedLine } from './dismissed-line.tsx';
import type { OnMatch } from './use-match.ts';

export type Arrivals = { arrivals: WaitingArrival[]; dismissed: DismissedArrival[] };
type Props = { fetched: Fetched<Arrivals>; onClose(): void };

const failed = 'That did not work. Nothing was changed. Try again.';

/** The arrivals to match: each with the visits of its day, of which staff choose one, or dismissed with a reason; then those. */
export function ArrivalsDrawer({ fetched, onClose }: Props) {
  const count = fetched.value?.arrivals.length ?? 0;
  const hasDismissedAlone = count === 0 && (fetched.value?.dismissed.length ?? 0) > 0;
  /** What the server asks to have confirmed first; null where it asks nothing. */
  async function attempt(work: () => Promise<unknown>, done: string): Promise<string | null> {
    try {
      await work();
      toastDone(done);
    } catch (error) {
      const asks = error instanceof AppError ? error.fields?.['confirmed'] : undefined;
      if (asks !== undefined) return asks;
      toastFailure(error, failed);
    }
    fetched.load();
    return null;
  }
  const matches =
    ({ ArrivalId: id }: WaitingArrival, done: string): OnMatch =>
    (VisitId, confirmed) =>
      attempt(() => call('kiosk.match', { id, VisitId, ...(confirmed && { confirmed }) }), done);
  return (
    <SideDrawer
      opened
      onClose={onClose}
      title={hasDismissedAlone ? 'Dismissed arrivals' : `Arrivals to match (${count})`}
      size={520}
    >
      {!hasDismissedAlone && (
        <p className={part.help}>
          These people checked in on a kiosk that had no connection. Choose the visit of each to check it in at that
          time.
        </p>
      )}
      <FetchedPart of={fetched} what="arrivals" rows={2}>
        {({ arrivals, dismissed }) => (
          <>
            {arrivals.length === 0 && dismissed.length === 0 && <EmptyState title="No arrivals to match" compact />}
            {arrivals.length > 0 && (
              <ul className={part.list} aria-label="Arrivals to match">
                {arrivals.map((arrival) => (
                  <ArrivalLine
                    key={arrival.ArrivalId}
                    arrival={arrival}
                    onMatch={matches(arrival, 'The visit is checked in.')}
                    onDismiss={(reason, drop) =>
                      attempt(
                        () => call('kiosk.dismiss', { id: arrival.ArrivalId, reason }).then(drop),
                        'The arrival is dismissed.',
                      )
                    }
                  />
                ))}
              </ul>
            )}
            {dismissed.length > 0 && (
              <section aria-labelledby="dismissed-arrivals">
                <h3 id="dismissed-arrivals" className={part.heading}>
                  Dismissed, with forms ({dismissed.length})
                </h3>
                <p className={part.help}>
                  These forms are in no chart. A visit that you add them to is also checked in if it was not yet.
                </p>
                <ul className={part.list} aria-labelledby="dismissed-arrivals">
                  {dismissed.map((arrival) => (
                    <DismissedLine
                      key={arrival.ArrivalId}
                      arrival={arrival}
                      onMatch={matches(arrival, 'The forms are with the visit.')}
                      onDelete={() =>
                        attempt(
                          () =>
                            call('kiosk.dismiss', {
                              id: arrival.ArrivalId,
                              reason: arrival.reason,
                              removesForms: true,
                            }),
                          'The forms are deleted.',
                        )
                      }
                    />
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </FetchedPart>
    </SideDrawer>
  );
}
