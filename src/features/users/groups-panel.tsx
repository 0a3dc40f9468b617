import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PermissionGroup } from '#contract/users/user.ts';
import { permissionWords } from '#contract/users/permission-catalogue.ts';
import { rightsChange } from '#contract/users/rights.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { DraftScope } from '#shared/autosave/draft-scope.tsx';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { GroupDrawer } from './group-drawer.tsx';
import { useNames } from './use-names.ts';
import classes from './users.module.css';

type Props = { groups: readonly PermissionGroup[]; isOnline: boolean; load: () => Promise<void> };

/** Permission groups by name, each with what it gives. */
export function GroupsPanel({ groups, isOnline, load }: Props) {
  const [opened, setOpened] = useState<PermissionGroup | 'new' | null>(null);
  const names = useNames();
  const givenBy = ({ permissions }: PermissionGroup) => {
    const words = rightsChange([], permissions).gained.map((each) => permissionWords(each, names));
    const shown = words.slice(0, 3).join(', ');
    return words.length > 3 ? `${shown} and ${words.length - 3} more` : shown || 'Nothing yet';
  };
  const columns: Column<PermissionGroup>[] = [
    { key: 'name', title: 'Group', cell: (group) => group.name, width: 180 },
    { key: 'gives', title: 'Members can', cell: givenBy, secondary: true },
    { key: 'members', title: 'Members', cell: (group) => group.members, align: 'end', width: 100 },
  ];
  return (
    <>
      <div className={classes.tools}>
        <Button className={classes.end ?? ''} disabled={!isOnline} onClick={() => setOpened('new')}>
          New group
        </Button>
      </div>
      <DataTable
        label="Permission groups"
        rows={groups}
        rowKey={(group) => group.id}
        onOpen={setOpened}
        columns={columns}
        empty={
          <EmptyState title="No permission groups yet">
            A group has the rights for a role, such as front desk, and gives them to all members.
          </EmptyState>
        }
      />
      <DraftScope
        draftKey={unsavedKey.at('group', '/company/users?show=groups')}
        about={opened === 'new' ? 'new' : (opened?.id ?? null)}
      >
        <GroupDrawer
          key={opened === null || opened === 'new' ? 'new' : opened.id}
          group={opened === 'new' ? null : opened}
          opened={opened !== null}
          isOnline={isOnline}
          onClose={() => setOpened(null)}
          onSaved={load}
        />
      </DraftScope>
    </>
  );
}
