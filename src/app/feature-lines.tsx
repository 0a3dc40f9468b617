import { EmergencyLine } from '#features/emergency/emergency-line.tsx';
import { OutageLine } from '#features/outage/outage-line.tsx';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { StartingLine } from './routes/company/starting-line.tsx';

/** The lines of features over every screen. */
export function FeatureLines() {
  const { emergency } = useCurrentUser();
  const { getting_started } = useWebsite();
  return (
    <>
      {emergency && <EmergencyLine key={emergency.id} grant={emergency} />}
      {getting_started && <StartingLine />}
      <OutageLine />
    </>
  );
}
