import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from '#shared/routing/link.tsx';
import type { ManagedUser } from '#contract/users/user.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { AccessForm } from './access-form.tsx';
import { AccountActions } from './account-actions.tsx';
import { PersonForm } from './person-form.tsx';
import { usePeople } from './use-people.ts';
import { StatusBadge, userName } from './user-words.tsx';
import classes from './users.module.css';

type Props = {
  UserId: string;
  /** The provider record of this user: another feature, given by the route. */
  providerRecord: (user: ManagedUser, around: { isOnline: boolean; reload: () => Promise<void> }) => ReactNode;
};

/** One user: who they are, what they may do, and their provider record. */
export function UserPage({ UserId, providerRecord }: Props) {
  const { isOnline, people, failure, load } = usePeople();
  const user = people?.users.find((one) => one.UserId === UserId);
  return (
    <div className={classes.page}>
      <Anchor component={Link} to="/company/users">
        All users
      </Anchor>
      {!isOnline && <OfflineNote>You are offline. You must be online to see or change users.</OfflineNote>}
      {failure !== null && isOnline && (
        <ErrorState title="This user could not be loaded" onRetry={() => void load()}>
          {failure}
        </ErrorState>
      )}
      {!people && failure === null && isOnline && <LoadingSkeleton label="Loading the user" />}
      {people && !user && <EmptyState title="User not found">The list has everyone with an account here.</EmptyState>}
      {people && user && (
        <>
          <header className={classes.head}>
            <h2 className={classes.name}>{userName(user)}</h2>
            <StatusBadge status={user.status} />
            <AccountActions user={user} isOnline={isOnline} onChanged={load} />
          </header>
          <section aria-labelledby="user-person">
            <h3 id="user-person" className={classes.heading}>
              Person
            </h3>
            <PersonForm key={keyOf(user)} user={user} isOnline={isOnline} onSaved={load} />
          </section>
          <section aria-labelledby="user-access">
            <h3 id="user-access" className={classes.heading}>
              Permissions
            </h3>
            <AccessForm key={keyOf(user)} user={user} groups={people.groups} isOnline={isOnline} onSaved={load} />
          </section>
          <section aria-labelledby="user-provider">
            <h3 id="user-provider" className={classes.heading}>
              Provider record
            </h3>
            {providerRecord(user, { isOnline, reload: load })}
          </section>
        </>
      )}
    </div>
  );
}

/** A form begins anew when what it shows was changed. */
function keyOf(user: ManagedUser): string {
  return JSON.stringify(user);
}
