import { KiosksScreen } from '#features/kiosk/kiosks-screen.tsx';

/** The tablets at the front desk, for who may manage kiosks; the router checks that. */
export function CompanyKiosksRoute() {
  return <KiosksScreen />;
}
