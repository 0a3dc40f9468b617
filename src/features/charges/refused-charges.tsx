import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { closedDayRefusal } from '#contract/billing/closed-period.ts';
import { doneWords, doubledSentence, repeatedSentence } from '#contract/charges/merged-services.ts';
import { chargesPermissionRefusal, chargesRefusal } from '#contract/charges/recorded-services.ts';
import type { CptDescription, ServiceEntry } from '#contract/charges/service.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { refusedCharges, resendCharges, type RefusedCharges as Refused } from '#local/reads/charges.ts';
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
  const { reason, services, doubled, repeated } = refused;
  const refusalOf = (list: ServiceEntry[]) =>
    chargesRefusal(visit.stage, list, codes) ??
    chargesPermissionRefusal(visit.stage, can) ??
    closedDayRefusal(visit.Start.slice(0, 10), closedBillingPeriodEnd);
  const stillRefused = refusalOf(services);

  async function send(chosen: ServiceEntry[]): Promise<void> {
    if (!refused) return;
    setBusy(true);
    try {
      await resendCharges(visit.VisitId, refused, chosen);
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
      {doubled.length > 0 && <p>{doubledSentence(doubled, refused)}</p>}
      {repeated.length > 0 && <p>{repeatedSentence(repeated, refused)}</p>}
      {stillRefused && <p>{stillRefused}</p>}
      <Group gap={8} mt={8}>
        {waysOn(refused).map(({ label, list }) => (
          <Button
            key={label}
            size="compact-sm"
            variant="default"
            loading={isBusy}
            disabled={refusalOf(list) !== null}
            onClick={() => void send(list)}
          >
            {label}
          </Button>
        ))}
      </Group>
    </div>
  );
}

/** Whether a code that someone else recorded too, or the same person again, was done as often is asked. */
function waysOn({ services, doubled, repeated, once }: Refused): { label: string; list: ServiceEntry[] }[] {
  const codes = [...doubled, ...repeated];
  if (codes.length === 0) return [{ label: 'Save these charges', list: services }];
  const fewer = repeated.length === 0 ? 'Keep theirs' : doneWords(codes, once);
  return [
    { label: fewer ?? 'Leave out the extra entries', list: once },
    { label: doneWords(codes, services) ?? 'Save every entry', list: services },
  ];
}
