import { Navigate } from 'react-router';
import { visitor } from '#session/visitor.ts';
import { frame, screen } from '#app/routing/screens.tsx';
import { CompanyRoute } from './company.tsx';
import { addressOf, companyTabs, metaOf, tabsFor } from './company-tabs.ts';

/** The first child this visitor may enter; without one the page itself says so. */
function FirstTab() {
  const [first] = tabsFor(visitor());
  return first ? <Navigate to={addressOf(first)} replace /> : null;
}

/** /company and what stands under it; whoever may not enter /company itself is led away by its own guard. */
export const companyRoute = frame('/company', { permission: { and: ['access company'] } }, CompanyRoute, [
  { index: true, element: <FirstTab /> },
  ...companyTabs.map((tab) => screen(tab.path, metaOf(tab), tab.load)),
]);
