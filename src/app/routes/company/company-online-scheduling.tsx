import { OnlineSchedulingScreen } from '#features/online-scheduling/online-scheduling-screen.tsx';

/** /company/onlineScheduling: which visits patients book online. */
export function CompanyOnlineSchedulingRoute() {
  return <OnlineSchedulingScreen />;
}
