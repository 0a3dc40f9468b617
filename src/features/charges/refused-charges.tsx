import { Button } from '@mantine/core';
import { useState } from 'react';
import { closedDayRefusal } from '#contract/billing/closed-period.ts';
import { chargesPermissionRefusal, chargesRefusal } from '#contract/charges/recorded-services.ts';
import type { CptDescription } from '#contract/charges/service.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { refusedCharges, resendCharges } from '#local/reads/charges.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useSetup } from '#shared/session.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './charges.module.css';

/** Charges the server could not take: kept and shown, and recorded after all where the visit allows it by now. */
export function RefusedCharges({ visit, codes }: { visit: Visit; codes: readonly CptDescription[] }) {
  const {
    currentUser: { can },
    closedBillingPeriodEnd,
  } = useSetup();
  const refused = useLiveValue(() => refusedCharges(visit.VisitId), [visit.VisitId]);
  const [isBusy, setBusy] = useState(false);
  if (!refused) return null;
  const { reason, services } = refused;
  const stillRefused =
    chargesRefusal(visit.stage, services, codes) ??
    chargesPermissionRefusal(visit.stage, can) ??
    closedDayRefusal(visit.Start.slice(0, 10), closedBillingPeriodEnd);

  async function send(): Promise<void> {
    if (!refused) return;
    setBusy(true);
    try {
      await resendCharges(visit.VisitId, refused);
      announce('The charges are saved on this device.');
    } catch (error) {
      toastFailure(error, 'This could not be saved on this device. It is kept.');
    }
    setBusy(false);
  }

  return (
    <div role="alert" className={classes.refused}>
      <p className={classes.refusedTitle}>Charges of this visit were not accepted</p>
      <p>{reason ?? 'The server gave no reason.'} They are kept here. With your changes, this visit’s charges are:</p>
      <ul>
        {services.length === 0 && <li>No services</li>}
        {services.map(({ ServiceId, CPT_Code, Minutes, Count }) => (
          <li key={ServiceId}>
            {CPT_Code}, {Minutes === null ? `counted ${Count ?? 1}` : `${Minutes} minutes`}
          </li>
        ))}
      </ul>
      {stillRefused && <p>{stillRefused}</p>}
      <Button
        size="compact-sm"
        variant="default"
        mt={8}
        loading={isBusy}
        disabled={stillRefused !== null}
        onClick={() => void send()}
      >
        Save these charges
      </Button>
    </div>
  );
}
