import { Tabs } from '@mantine/core';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useSelectedInView } from '#shared/hooks/use-selected-in-view.ts';
import { useCurrentUser } from '#shared/session.ts';
import { Page } from '#shared/ui/page/page.tsx';
import { addressOf, tabsFor } from './address-book-tabs.ts';
import classes from '../company/company.module.css';

/** /addressBook (spec 2): the tabs this user may enter, and the one that is open. */
export function AddressBookRoute() {
  const { can, SuperUser } = useCurrentUser();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const tabs = tabsFor({ can, SuperUser });
  const current = tabs.find((tab) => `${pathname}/`.startsWith(`${addressOf(tab)}/`)) ?? tabs[0];
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
        title={`${current.name} · Address Book`}
        heading="Address Book"
        toolbar={
          <Tabs.List ref={list} className={classes.list ?? ''} aria-label="Address Book">
            {tabs.map((tab) => (
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
