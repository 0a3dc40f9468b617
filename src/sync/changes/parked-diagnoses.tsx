import { Button } from '@mantine/core';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { caseNow, waysToDiagnose } from './diagnosis-clash.ts';
import { sendAgain } from './send-again.ts';

/** Whose diagnoses a case has, by somebody who sees both; theirs stay where mine are discarded. */
export function ParkedDiagnoses({ call, onGo }: { call: ParkedCall; onGo: (path: string) => void }) {
  const now = useLiveValue(() => caseNow(call), [call]);
  if (!now) return null;
  return (
    <>
      {waysToDiagnose(call, now).map(({ label, again }) => (
        <Button key={label} variant="default" onClick={() => void sendAgain(call, [], again)}>
          {label}
        </Button>
      ))}
      <Button variant="subtle" color="gray" onClick={() => onGo(`/patients/${now.PatientId}`)}>
        Open the chart
      </Button>
    </>
  );
}
