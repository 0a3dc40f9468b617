import { redirect, type RouteObject } from 'react-router';
import { guard } from '#session/guard-loader.ts';
import { CompanyRoute } from './company.tsx';
import { visitor } from '#session/visitor.ts';
import { addressOf, companyTabs, metaOf, tabsFor } from './company-tabs.ts';

/** The first child this visitor may enter; without one the page itself says so. */
function toFirstTab(): Response | null {
  const [first] = tabsFor(visitor());
  return first ? redirect(addressOf(first)) : null;
}

/** /company and what stands under it; whoever may not enter /company itself is led away by its own guard. */
export const companyRoute: RouteObject = {
  path: '/company',
  loader: guard({ permission: { and: ['access company'] } }),
  Component: CompanyRoute,
  children: [
    { index: true, loader: toFirstTab },
    ...companyTabs.map((tab): RouteObject => ({ path: tab.path, loader: guard(metaOf(tab)), lazy: tab.load })),
  ],
};
