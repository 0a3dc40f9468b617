import IconLayoutSidebarLeftCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs';
import IconLayoutSidebarLeftExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs';
import type { ComponentType } from 'react';
import { NavLink } from '#shared/routing/link.tsx';
import { useNarrow } from '#shared/hooks/use-narrow.ts';
import { useWebsite } from '#shared/session.ts';
import { HoverLabel } from '#shared/ui/hover-label/hover-label.tsx';
import { DemoBadge } from './demo-badge.tsx';
import classes from './rail.module.css';
import { useAllowedScreens } from './use-allowed-screens.ts';

type Props = { pinned: boolean; Menu: ComponentType<{ hasWords: boolean }>; onPin: (pinned: boolean) => void };

/** 56 px of icons with labels on hover, 200 px when pinned; a bottom bar on a phone. */
export function Rail({ pinned, Menu, onPin }: Props) {
  const screens = useAllowedScreens();
  const website = useWebsite();
  const isNarrow = useNarrow();
  const hasWords = pinned || isNarrow;
  const Pin = pinned ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  const pinLabel = pinned ? 'Show icons only' : 'Keep labels visible';
  return (
    <nav className={`${classes.rail} ${pinned ? '' : classes.narrow}`} aria-label="Main" data-shell-part>
      <HoverLabel label={website.Name} isOff={hasWords}>
        <div className={classes.site}>
          <img src="/icons/mainstay.svg" alt="" />
          <span className={pinned ? '' : 'visually-hidden'}>{website.Name}</span>
        </div>
      </HoverLabel>
      {!isNarrow && (
        <div className={classes.demo}>
          <DemoBadge />
        </div>
      )}
      <ul className={classes.list}>
        {screens.map((screen) => (
          <li key={screen.path}>
            <HoverLabel label={screen.name} isOff={hasWords}>
              {/* Named in either width: the style sheet hides the words a moment before this knows of it. */}
              <NavLink to={screen.path} className={classes.link ?? ''} aria-label={screen.name}>
                <screen.icon size={20} stroke={1.5} aria-hidden />
                <span className={classes.word}>{screen.name}</span>
              </NavLink>
            </HoverLabel>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <HoverLabel label={pinLabel} isOff={hasWords}>
          <button
            type="button"
            className={`${classes.link} ${classes.pin}`}
            aria-label={pinLabel}
            onClick={() => onPin(!pinned)}
          >
            <Pin size={20} stroke={1.5} aria-hidden />
            <span className={classes.word}>{pinLabel}</span>
          </button>
        </HoverLabel>
        <Menu hasWords={hasWords} />
      </div>
    </nav>
  );
}
