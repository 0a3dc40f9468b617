import { Tabs } from '@mantine/core';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useSelectedInView } from '#shared/hooks/use-selected-in-view.ts';
import { Page } from '#shared/ui/page/page.tsx';
import { addressOf, libraryTabs } from './library-tabs.ts';
import classes from '../company/company.module.css';

/** /library (spec 2): its tabs, and the one that is open. */
export function LibraryRoute() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const current = libraryTabs.find((tab) => `${pathname}/`.startsWith(`${addressOf(tab)}/`)) ?? libraryTabs[0];
  const list = useSelectedInView(current?.path);
  if (!current) return null;
  const address = addressOf(current);
  return (
    <Tabs
      value={address}
      onChange={(next) => next !== null && void navigate(next)}
      activateTabWithKeyboard={false}
      className={classes.tabs ?? ''}
    >
      <Page
        title={`${current.name} · Library`}
        heading="Library"
        toolbar={
          <Tabs.List ref={list} className={classes.list ?? ''} aria-label="Library">
            {libraryTabs.map((tab) => (
              <Tabs.Tab key={tab.path} value={addressOf(tab)}>
                {tab.name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        }
      >
        <Tabs.Panel value={address}>
          <Outlet />
        </Tabs.Panel>
      </Page>
    </Tabs>
  );
}
