import { SurveysScreen } from '#features/surveys/surveys-screen.tsx';

/** What patients answered, for who may manage users; the router checks that. */
export function CompanySurveysRoute() {
  return <SurveysScreen />;
}
