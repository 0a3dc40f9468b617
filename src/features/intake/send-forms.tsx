import type { Visit } from '#contract/visits/visit.ts';
import { call } from '#shared/api.ts';
import { useMay } from '#shared/session.ts';
import { SendLink, waysOf } from '#shared/ui/send-link/send-link.tsx';
import { toastDone, toastNegative } from '#shared/ui/toasts/toasts.tsx';

const before = new Set<Visit['stage']>(['scheduled', 'confirmed', 'checkedIn']);

/** Sends the patient the link to the forms of a visit that has not begun; again where they are not finished. */
export function SendForms({ visit }: { visit: Pick<Visit, 'VisitId' | 'stage' | 'intakeIncomplete'> }) {
  const mayEdit = useMay('edit patients');
  const mayBook = useMay('schedule visits');
  if (!before.has(visit.stage) || !(mayEdit || mayBook)) return null;
  return (
    <SendLink
      label={visit.intakeIncomplete ? 'Send forms again' : 'Send forms'}
      offline="You must be online to send forms."
      failed="The forms were not sent. Nothing was changed. Try again."
      onSend={async () => {
        const { reached, why } = await call('intake.send', { id: visit.VisitId });
        if (reached.length > 0) toastDone(`The forms were sent by ${waysOf(reached)}.`);
        else toastNegative(unreached[why ?? 'no-address']);
      }}
    />
  );
}

const unreached = {
  'no-consent': 'The patient does not want emails or texts, so no link was sent. The forms are ready for this visit.',
  'no-address': 'The chart has no email or mobile phone for the link. The forms are ready for this visit.',
} as const;
