import type { Visit } from '#contract/visits/visit.ts';
import { call } from '#shared/api.ts';
import { useMay } from '#shared/session.ts';
import { SendLink, waysOf } from '#shared/ui/send-link/send-link.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';

const been = new Set<Visit['stage']>(['inProgress', 'review', 'billing', 'submitted', 'closed']);

/** Sends the patient of a visit that has begun the link to the page for reviews. */
export function SendReviewLink({ visit }: { visit: Pick<Visit, 'VisitId' | 'stage'> }) {
  const mayEdit = useMay('edit patients');
  const mayBook = useMay('schedule visits');
  if (!been.has(visit.stage) || !(mayEdit || mayBook)) return null;
  return (
    <SendLink
      label="Send review link"
      offline="You must be online to send a review link."
      failed="The review link was not sent. Try again."
      onSend={async () => {
        const { reached } = await call('onlineReview.send', { id: visit.VisitId });
        toastDone(`The review link was sent by ${waysOf(reached)}.`);
      }}
    />
  );
}
