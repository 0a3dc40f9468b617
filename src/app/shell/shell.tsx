import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useNarrow } from '#shared/hooks/use-narrow.ts';
import { useFocusBack } from '#shared/hooks/use-focus-back.ts';
import { usePreferences } from '#shared/preferences.ts';
import { useShortcut } from '#shared/shortcuts.ts';
import { startTypeAhead } from '#shared/type-ahead.ts';
import { KeyHint } from '#shared/ui/key-hint/key-hint.tsx';
import { Watchdogs } from '#session/watchdogs/later.tsx';
import { Banners, OfflineWords } from './banners.tsx';
import { DemoBadge } from './demo-badge.tsx';
import { FacilitySwitch } from './facility-switch.tsx';
import { useKeyListener } from './key-listener.ts';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';
import { SyncPill } from '#sync/sync-pill.tsx';
import { useAllowedScreens } from './use-allowed-screens.ts';

const CommandPalette = lazy(() => import('./command-palette.tsx').then((file) => ({ default: file.CommandPalette })));
const SyncDrawer = lazy(() => import('#sync/sync-drawer.tsx').then((file) => ({ default: file.SyncDrawer })));
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx').then((file) => ({ default: file.ShortcutSheet })));

type Layer = 'palette' | 'changes' | 'keys' | null;

/** What the shell shows and does not know: lines over the screen, and the menu of who is signed in. */
export type ShellParts = { Lines: ComponentType; Menu: ComponentType<{ hasWords: boolean }> };

/** The frame of every staff screen: rail, top bar, lines that matter, the screen. */
export function Shell({ Lines, Menu }: ShellParts) {
  const [preferences, savePreferences] = usePreferences();
  const isNarrow = useNarrow();
  const [layer, setLayer] = useState<Layer>(null);
  const [everOpened, setEverOpened] = useState<readonly Layer[]>([]);
  const pinned = preferences.railPinned ?? false;
  const close = () => setLayer(null);
  function open(next: Layer): void {
    setEverOpened([...everOpened, next]);
    setLayer(next);
  }
  useKeyListener(preferences.singleKeyShortcuts ?? true);
  useFocusOnNavigation();
  useFocusBack(layer !== null);
  function search(): void {
    if (layer !== 'palette') startTypeAhead();
    open('palette');
  }
  useShortcut('Ctrl+K', 'Search', search);
  useShortcut('/', 'Search', search);
  useShortcut('?', 'Show keyboard shortcuts', () => open('keys'));
  return (
    <div className={`${classes.shell} ${pinned ? classes.pinned : ''}`}>
      <a href="#main" className={classes.skip} data-shell-part>
        Skip to the screen
      </a>
      <Rail pinned={pinned} Menu={Menu} onPin={(next) => void savePreferences({ railPinned: next })} />
      <header className={classes.top} data-shell-part>
        <FacilitySwitch />
        {isNarrow && <DemoBadge isOneLine />}
        <OfflineWords />
        <button type="button" className={classes.search} onClick={() => open('palette')}>
          <IconSearch size={16} stroke={1.5} aria-hidden />
          <span className={classes.searchWord}>Search</span>
          <KeyHint keys="Ctrl+K" />
        </button>
        <SyncPill onOpen={() => open('changes')} />
      </header>
      <section className={classes.banner} aria-label="Notices">
        <Banners Lines={Lines} />
      </section>
      <main id="main" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <GoKeys />
      <Suspense>
        <Watchdogs />
      </Suspense>
      <Suspense>
        {everOpened.includes('palette') && <CommandPalette opened={layer === 'palette'} onClose={close} />}
        {everOpened.includes('changes') && <SyncDrawer opened={layer === 'changes'} onClose={close} />}
        {everOpened.includes('keys') && <ShortcutSheet opened={layer === 'keys'} onClose={close} />}
      </Suspense>
    </div>
  );
}

function GoKeys() {
  return useAllowedScreens().map((screen) => (
    <GoKey key={screen.path} keys={screen.keys} name={screen.name} path={screen.path} />
  ));
}

function GoKey({ keys, name, path }: { keys: string; name: string; path: string }) {
  const navigate = useNavigate();
  useShortcut(keys, `Go to ${name}`, () => void navigate(path));
  return null;
}

/** Moving to another screen puts focus on its heading; moving within one leaves it where it is. */
function useFocusOnNavigation(): void {
  const screen = useLocation().pathname.split('/')[1];
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    const target = document.querySelector<HTMLElement>('[data-page-heading]') ?? document.getElementById('main');
    target?.focus({ preventScroll: true });
  }, [screen]);
}
