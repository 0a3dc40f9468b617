import { ImporterScreen } from '#features/importer/importer-screen.tsx';

/** spec 2: requires access billing, which the router checks. */
export function ImporterRoute() {
  return <ImporterScreen />;
}
