import type { ReactNode } from 'react';
import { call } from '#shared/api.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useOnline } from '#shared/sync-state.ts';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { Page } from '#shared/ui/page/page.tsx';
import classes from './account.module.css';
import { CalendarPart } from './calendar-part.tsx';
import { EmailPart } from './email-part.tsx';
import { FeedPart } from './feed-part.tsx';
import { KeysPart } from './keys-part.tsx';
import { NamePart } from './name-part.tsx';
import { PasskeysPart } from './passkeys-part.tsx';
import { PasswordPart } from './password-part.tsx';
import { SessionsPart } from './sessions-part.tsx';
import { SecondStepPart } from './second-step-part.tsx';

/**
 * What a person decides about their own sign-in: that is the server's, so it needs the network. `children` are about
 * what is kept on devices.
 */
export function AccountScreen({ children }: { children: ReactNode }) {
  const isOnline = useOnline();
  const { value: account, error, load } = useFetched(() => call('account.get', {}));
  return (
    <Page title="My account" width="text">
      {!isOnline && <OfflineNote>You are offline. You can change your account when you’re back online.</OfflineNote>}
      {error !== null && isOnline && (
        <ErrorState title="Your account could not be loaded" onRetry={load}>
          {error} Nothing was changed.
        </ErrorState>
      )}
      {account === null && error === null && isOnline && <LoadingSkeleton label="Loading your account" rows={4} />}
      <div className={classes.parts}>
        {account !== null && (
          <>
            <EmailPart account={account} isOnline={isOnline} />
            <NamePart isOnline={isOnline} onChanged={load} />
            <PasswordPart account={account} isOnline={isOnline} onChanged={load} />
            <PasskeysPart isOnline={isOnline} />
            <SecondStepPart account={account} isOnline={isOnline} onChanged={load} />
            <SessionsPart isOnline={isOnline} />
          </>
        )}
        <KeysPart />
        <CalendarPart />
        <FeedPart isOnline={isOnline} />
        {children}
      </div>
    </Page>
  );
}
