import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router';
import { toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { decideEntry, loginFor, type Entry, type RouteMeta } from './guards.ts';
import { isOutage } from './outage/outage-state.ts';
import { pastLogin } from './past-login.ts';
import { visitor } from './visitor.ts';

const entered: Entry = { enter: true };

/** Lets the visitor in, or leads them where they belong. */
export function Guarded({ meta, children }: { meta: RouteMeta; children: ReactNode }) {
  return <Door decide={(at) => decideEntry(meta, visitor(), addressOf(at), isOutage())} inside={children} />;
}

/** Nothing of the screens of staff is loaded for somebody who has to sign in first. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  return (
    <Door decide={(at) => (visitor() ? entered : { enter: false, to: loginFor(addressOf(at)) })} inside={children} />
  );
}

/** What is for whoever has to sign in first. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  return <Door decide={pastLogin} inside={children} />;
}

/** Decided anew with every move, and not in between: what changes while somebody is inside leads nobody out. */
function Door({ decide, inside }: { decide: (at: Location) => Entry; inside: ReactNode }) {
  const at = useLocation();
  const [decided, setDecided] = useState(() => ({ at, entry: decide(at) }));
  let { entry } = decided;
  if (decided.at !== at) {
    entry = decide(at);
    setDecided({ at, entry });
  }
  return entry.enter ? inside : <LeadAway to={entry.to} toast={entry.toast} />;
}

function LeadAway({ to, toast }: { to: string; toast: string | undefined }) {
  const navigate = useNavigate();
  const go = useEffectEvent(() => {
    if (toast) toastNegative(toast);
    void navigate(to, { replace: true });
  });
  useEffect(() => go(), [to]);
  return null;
}

function addressOf({ pathname, search }: Location): string {
  return `${pathname}${search}`;
}
