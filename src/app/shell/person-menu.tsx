import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import { useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { usePreferences } from '#shared/preferences.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { ActionMenu } from '#shared/ui/action-menu/action-menu.tsx';
import type { MenuEntry } from '#shared/ui/action-menu/open-menu.tsx';
import { useSyncState } from '#shared/sync-state.ts';
import { signOut } from '../session.tsx';
import classes from './rail.module.css';
import { SignOutDialog } from './sign-out-dialog.tsx';

const schemes = [
  { value: 'light', name: 'Light', icon: IconSun },
  { value: 'dark', name: 'Dark', icon: IconMoon },
  { value: 'auto', name: 'As this device', icon: IconDeviceDesktop },
] as const;

/** Who is signed in, how the app looks, another site, signing out. */
export function PersonMenu({ hasWords }: { hasWords: boolean }) {
  const user = useCurrentUser();
  const website = useWebsite();
  const navigate = useNavigate();
  const [, savePreferences] = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { waiting, parked } = useSyncState();
  const unsent = waiting + parked;
  const [isLeaving, setLeaving] = useState(false);
  const name = `${user.FirstName} ${user.LastName}`;
  const entries: MenuEntry[] = [
    { kind: 'heading', key: 'who', label: `${name}\n${website.Name}` },
    { kind: 'divider', key: 'first' },
    ...schemes.map((scheme): MenuEntry => ({
      kind: 'item',
      key: scheme.value,
      label: scheme.name,
      icon: scheme.icon,
      checked: colorScheme === scheme.value,
      onChoose: () => {
        setColorScheme(scheme.value);
        void savePreferences({ colorScheme: scheme.value });
      },
    })),
    { kind: 'divider', key: 'second' },
  ];
  if (user.SuperUser) {
    entries.push({
      kind: 'item',
      key: 'site',
      label: 'Switch site',
      icon: IconBuilding,
      onChoose: () => void navigate('/superuser'),
    });
  }
  entries.push({
    kind: 'item',
    key: 'out',
    label: 'Sign out',
    icon: IconLogout,
    onChoose: () => (unsent === 0 ? void signOut() : setLeaving(true)),
  });
  return (
    <>
      <ActionMenu className={`${classes.link} ${classes.person}`} side="right" entries={entries}>
        <span
          className={classes.initials}
          data-initials={`${user.FirstName.slice(0, 1)}${user.LastName.slice(0, 1)}`}
          aria-hidden
        />
        <span className={hasWords ? classes.word : 'visually-hidden'}>{user.FirstName}</span>
        <span className="visually-hidden"> {user.LastName}, account menu</span>
      </ActionMenu>
      <SignOutDialog opened={isLeaving} onClose={() => setLeaving(false)} />
    </>
  );
}
