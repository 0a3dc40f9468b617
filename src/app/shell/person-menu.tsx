import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { useMantineColorScheme } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePreferences } from '#shared/preferences.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { ActionMenu } from '#shared/ui/action-menu/action-menu.tsx';
import type { MenuEntry } from '#shared/ui/action-menu/open-menu.tsx';
import { signOut } from '#session/session-leave.ts';
import type { Left } from './leaving.ts';
import classes from './rail.module.css';

const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx').then((file) => ({ default: file.SignOutDialog })));

const schemes = [
  { value: 'light', name: 'Light', icon: IconSun },
  { value: 'dark', name: 'Dark', icon: IconMoon },
  { value: 'auto', name: 'Same as device', icon: IconDeviceDesktop },
] as const;

type Props = { hasWords: boolean; more?: readonly MenuEntry[]; onOpen?: () => void };

/** Who is signed in, how the app looks, their account, another site or user, what else there is, signing out. */
export function PersonMenu({ hasWords, more = [], onOpen = () => undefined }: Props) {
  const user = useCurrentUser();
  const website = useWebsite();
  const navigate = useNavigate();
  const [, savePreferences] = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [left, setLeft] = useState<Left | null>(null);
  /** Whoever signs in next, perhaps somebody else, does not land where this person was. */
  const toLogin = () => void navigate('/login', { replace: true });
  async function leave(): Promise<void> {
    const found = await (await import('./leaving.ts')).whatIsLeft();
    if (found.unsent + found.typed === 0) return signOut().then(toLogin);
    setLeft(found);
  }
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
  entries.push(
    {
      kind: 'item',
      key: 'account',
      label: 'My account',
      icon: IconUserCircle,
      onChoose: () => void navigate('/account'),
    },
    {
      kind: 'item',
      key: 'switch',
      label: 'Switch user',
      icon: IconUsers,
      onChoose: () => void import('./leaving.ts').then((file) => file.makeRoom(toLogin)),
    },
    ...more,
    {
      kind: 'item',
      key: 'out',
      label: 'Sign out',
      icon: IconLogout,
      onChoose: () => void leave(),
    },
  );
  return (
    <>
      <ActionMenu className={`${classes.link} ${classes.person}`} side="right" entries={entries} onOpen={onOpen}>
        <span
          className={classes.initials}
          data-initials={`${user.FirstName.slice(0, 1)}${user.LastName.slice(0, 1)}`}
          aria-hidden
        />
        <span className={hasWords ? classes.word : 'visually-hidden'}>{user.FirstName}</span>
        <span className="visually-hidden"> {user.LastName}, account menu</span>
      </ActionMenu>
      <Suspense>{left && <SignOutDialog opened left={left} onClose={() => setLeft(null)} onOut={toLogin} />}</Suspense>
    </>
  );
}
