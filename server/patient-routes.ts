import { hepRoutes } from './features/hep/routes.ts';
import { intakeRoutes } from './features/intake/routes.ts';
import { kioskRoutes } from './features/kiosk/routes.ts';
import { onlineReviewRoutes } from './features/online-review/routes.ts';
import { onlineSchedulingRoutes } from './features/online-scheduling/routes.ts';
import { patientLoginRoutes } from './features/patient-login/routes.ts';
import { patientVisitRoutes } from './features/patient-visits/routes.ts';
import { surveyRoutes } from './features/surveys/routes.ts';

type Api = Parameters<typeof intakeRoutes>[0] & Parameters<typeof patientLoginRoutes>[0];

/** What patients and guarantors call once they are logged in, and how they get there. */
export function patientRoutes(api: Api): void {
  patientLoginRoutes(api);
  patientVisitRoutes(api);
  intakeRoutes(api);
  hepRoutes(api);
  surveyRoutes(api);
  onlineReviewRoutes(api);
  kioskRoutes(api);
  onlineSchedulingRoutes(api);
}
