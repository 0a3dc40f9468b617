import { Button, SegmentedControl } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { isNameIn } from '#contract/patients/name-words.ts';
import { userStatuses, type ManagedUser, type UserStatus } from '#contract/users/user.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { SearchBox } from '#shared/ui/search-box/search-box.tsx';
import { GroupsPanel } from './groups-panel.tsx';
import { InviteDrawer } from './invite-drawer.tsx';
import { useNames } from './use-names.ts';
import { usePeople, type People } from './use-people.ts';
import { facilityWords, groupWords, StatusBadge, userName } from './user-words.tsx';
import classes from './users.module.css';

const shows = ['people', 'groups', 'providers'] as const;
export type UsersShow = (typeof shows)[number];
type Props = {
  show: UsersShow;
  onShow: (show: UsersShow) => void;
  onOpen: (UserId: string) => void;
  /** Those who treat patients and do not sign in: another feature, given by the route. */
  providers: ReactNode;
};

export function usersShow(asked: string | null): UsersShow {
  return shows.find((each) => each === asked) ?? 'people';
}

/** Everybody with an account here, the groups that give them their rights, and providers who have none. */
export function UsersScreen({ show, onShow, onOpen, providers }: Props) {
  const { isOnline, people, failure, load } = usePeople();
  return (
    <>
      <SegmentedControl
        className={classes.choice ?? ''}
        aria-label="Users, permission groups or providers"
        value={show}
        onChange={(next) => onShow(usersShow(next))}
        data={[
          { value: 'people', label: 'Users' },
          { value: 'groups', label: 'Permission groups' },
          { value: 'providers', label: 'Providers' },
        ]}
      />
      {show === 'providers' && providers}
      {show !== 'providers' && !isOnline && (
        <p className={classes.note}>
          <OfflineNote>You are offline. You must be online to see or change users.</OfflineNote>
        </p>
      )}
      {show !== 'providers' && failure !== null && isOnline && (
        <ErrorState title="The users could not be loaded" onRetry={() => void load()}>
          {failure}
        </ErrorState>
      )}
      {show !== 'providers' && !people && failure === null && isOnline && <LoadingSkeleton label="Loading the users" />}
      {people && show === 'people' && <Users people={people} isOnline={isOnline} load={load} onOpen={onOpen} />}
      {people && show === 'groups' && <GroupsPanel groups={people.groups} isOnline={isOnline} load={load} />}
    </>
  );
}

type UsersProps = { people: People; isOnline: boolean; load: () => Promise<void>; onOpen: (UserId: string) => void };

function Users({ people, isOnline, load, onOpen }: UsersProps) {
  const [typed, setTyped] = useState('');
  const [status, setStatus] = useState<UserStatus | 'all'>('all');
  const [isInviting, setInviting] = useState(false);
  const names = useNames();
  const groupNames = new Map(people.groups.map((group) => [String(group.id), group.name]));
  const shown = people.users.filter((user) => (status === 'all' || user.status === status) && matches(user, typed));
  const columns: Column<ManagedUser>[] = [
    { key: 'name', title: 'Name', cell: (user) => `${user.LastName}, ${user.FirstName}` },
    { key: 'email', title: 'Email', cell: (user) => user.Email, secondary: true },
    { key: 'groups', title: 'Permission groups', cell: (user) => groupWords(user, groupNames) },
    {
      key: 'facilities',
      title: 'Facilities',
      cell: (user) => facilityWords(user.facilityIds, names.facilities),
      secondary: true,
    },
    { key: 'status', title: 'Status', cell: (user) => <StatusBadge status={user.status} /> },
  ];
  return (
    <>
      <div className={classes.tools}>
        <SearchBox label="Search users" value={typed} onChange={setTyped} w={260} />
        <SegmentedControl
          aria-label="Status"
          value={status}
          onChange={(next) => setStatus(userStatuses.find((each) => each === next) ?? 'all')}
          data={['all', ...userStatuses].map((each) => ({
            value: each,
            label: `${each.slice(0, 1).toUpperCase()}${each.slice(1)}`,
          }))}
        />
        <Button className={classes.end ?? ''} disabled={!isOnline} onClick={() => setInviting(true)}>
          Invite a user
        </Button>
      </div>
      <DataTable
        label="Users"
        rows={shown}
        rowKey={(user) => user.UserId}
        onOpen={(user) => onOpen(user.UserId)}
        columns={columns}
        empty={<EmptyState title="No user matches">Search by name or email, or choose another status.</EmptyState>}
      />
      <InviteDrawer
        opened={isInviting}
        groups={people.groups}
        onClose={() => setInviting(false)}
        onInvited={(made) => void load().then(() => onOpen(made.UserId))}
      />
    </>
  );
}

function matches(user: ManagedUser, typed: string): boolean {
  return isNameIn(`${userName(user)} ${user.LastName}, ${user.FirstName} ${user.Email}`, typed);
}
