import { Tabs } from '@mantine/core';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { useSelectedInView } from '#shared/hooks/use-selected-in-view.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { Page } from '#shared/ui/page/page.tsx';
import { GettingStarted } from './getting-started.tsx';
import { addressOf, tabsFor } from './company-tabs.ts';
import classes from './company.module.css';

/** /company (spec 2): the tabs this user may enter, and the one that is open; by itself, the first of them. */
export function CompanyRoute() {
  const { can, SuperUser } = useCurrentUser();
  const website = useWebsite();
  const { plus } = website;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const tabs = tabsFor({ can, SuperUser, plus });
  const current = tabs.find((tab) => `${pathname}/`.startsWith(`${addressOf(tab)}/`));
  const list = useSelectedInView(current?.path);
  if (!current) {
    const [first] = tabs;
    if (first) return <Navigate to={addressOf(first)} replace />;
    return (
      <Page title="Company">
        <EmptyState title="You don’t have access to this page">
          Users, facilities and settings each need a permission. Ask your administrator.
        </EmptyState>
      </Page>
    );
  }
  const address = addressOf(current);
  return (
    <Tabs
      value={address}
      onChange={(next) => next !== null && void navigate(next)}
      activateTabWithKeyboard={false}
      className={classes.tabs ?? ''}
    >
      <Page
        title={`${current.name} · Company`}
        heading="Company"
        toolbar={
          <Tabs.List ref={list} className={classes.list ?? ''} aria-label="Company">
            {tabs.map((tab) => (
              <Tabs.Tab key={tab.path} value={addressOf(tab)}>
                {tab.name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        }
      >
        {website.getting_started && <GettingStarted {...website.getting_started} />}
        <Tabs.Panel value={address}>
          <Outlet />
        </Tabs.Panel>
      </Page>
    </Tabs>
  );
}
