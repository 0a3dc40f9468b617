import { AppError } from '#contract/base/errors.ts';
import type { WaitingArrival } from '#contract/kiosk/arrival.ts';
import { call } from '#shared/api.ts';
import type { Fetched } from '#shared/hooks/use-fetched.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import part from '#shared/ui/part/part.module.css';
import { ArrivalLine } from './arrival-line.tsx';

type Props = { fetched: Fetched<{ arrivals: WaitingArrival[] }>; onClose(): void };

const failed = 'That did not work. Nothing was changed. Try again.';

/** The arrivals to match: each with the visits of its day, of which staff choose one, or dismissed with a reason. */
export function ArrivalsDrawer({ fetched, onClose }: Props) {
  const count = fetched.value?.arrivals.length ?? 0;
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
  return (
    <SideDrawer opened onClose={onClose} title={`Arrivals to match (${count})`} size={520}>
      <p className={part.help}>
        These people checked in on a kiosk that had no connection. Choose the visit of each to check it in at that time.
      </p>
      <FetchedPart of={fetched} what="arrivals" rows={2}>
        {({ arrivals }) =>
          arrivals.length === 0 ? (
            <EmptyState title="No arrivals to match" compact />
          ) : (
            <ul className={part.list} aria-label="Arrivals to match">
              {arrivals.map((arrival) => (
                <ArrivalLine
                  key={arrival.ArrivalId}
                  arrival={arrival}
                  onMatch={(VisitId, confirmed) =>
                    attempt(
                      () => call('kiosk.match', { id: arrival.ArrivalId, VisitId, ...(confirmed && { confirmed }) }),
                      'The visit is checked in.',
                    )
                  }
                  onDismiss={(reason, drop) =>
                    attempt(
                      () => call('kiosk.dismiss', { id: arrival.ArrivalId, reason }).then(drop),
                      'The arrival is dismissed.',
                    )
                  }
                />
              ))}
            </ul>
          )
        }
      </FetchedPart>
    </SideDrawer>
  );
}
