import { frame, screen } from '#app/routing/screens.tsx';
import { CompanyRoute } from './company.tsx';
import { companyTabs, metaOf } from './company-tabs.ts';

/** /company and what stands under it; whoever may not enter /company itself is led away by its own guard. */
export const companyRoute = frame('/company', { permission: { and: ['access company'] } }, CompanyRoute, [
  { index: true, element: null },
  ...companyTabs.map((tab) => screen(tab.path, metaOf(tab), tab.load)),
]);
