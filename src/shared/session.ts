import { createContext, use } from 'react';
import type { Setup, Website } from '#contract/session/endpoints.ts';
import type { CurrentUser } from '#contract/session/current-user.ts';
import { holds } from '#contract/base/permissions.ts';

/** Who is signed in and what their clinic allows, from the setup kept on this device. */
export type SignedIn = { setup: Setup };

export const SignedInContext = createContext<SignedIn | null>(null);

export function useSetup(): Setup {
  const signedIn = use(SignedInContext);
  if (!signedIn) throw new Error('This screen is shown only to someone signed in.');
  return signedIn.setup;
}

export function useCurrentUser(): CurrentUser {
  return useSetup().currentUser;
}

export function useWebsite(): Website {
  return useSetup().website;
}

/** Whether the signed-in user holds a permission (spec 6). */
export function useMay(permission: string): boolean {
  return holds(useCurrentUser().can, permission);
}
