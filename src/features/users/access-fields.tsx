import { Checkbox, Switch } from '@mantine/core';
import { useState } from 'react';
import { holds } from '#contract/base/permissions.ts';
import type { PermissionGroup } from '#contract/users/user.ts';
import { useCurrentUser } from '#shared/session.ts';
import part from '#shared/ui/part/part.module.css';
import { canOf, type Access } from './access.ts';
import { FacilityChecks } from './facility-checks.tsx';
import { PermissionChecks } from './permission-checks.tsx';
import { ProviderChoice } from './provider-choice.tsx';
import type { Named } from './use-names.ts';
import classes from './users.module.css';

type Props = {
  value: Access;
  groups: readonly PermissionGroup[];
  names: Named;
  disabled?: boolean;
  onChange: (value: Access) => void;
};

/** Groups, facilities, and rights besides the groups. */
export function AccessFields({ value, groups, names, disabled = false, onChange }: Props) {
  const me = useCurrentUser();
  const [isOpen, setOpen] = useState(value.individualPermissions.length > 0);
  const byGroups = canOf({ ...value, individualPermissions: [] }, groups);
  const mayGive = (group: PermissionGroup) => me.SuperUser || group.permissions.every((each) => holds(me.can, each));
  return (
    <div className={classes.sections}>
      <fieldset className={part.fields}>
        <legend>Permission groups</legend>
        <div className={classes.checks}>
          {groups.map((group) => {
            const isIn = value.roles.includes(group.id);
            return (
              <Checkbox
                key={group.id}
                label={group.name}
                description={!isIn && !mayGive(group) ? 'You can’t grant this right' : undefined}
                checked={isIn}
                disabled={disabled || (!isIn && !mayGive(group))}
                onChange={() =>
                  onChange({
                    ...value,
                    roles: isIn ? value.roles.filter((id) => id !== group.id) : [...value.roles, group.id],
                  })
                }
              />
            );
          })}
        </div>
      </fieldset>
      <FacilityChecks value={value} names={names} disabled={disabled} onChange={onChange} />
      <ProviderChoice value={value} names={names} disabled={disabled} onChange={onChange} />
      <div>
        <Switch
          label="Rights besides groups"
          description="For rights that only this person needs. Groups are easier to manage."
          checked={isOpen}
          disabled={value.individualPermissions.length > 0}
          onChange={(event) => setOpen(event.currentTarget.checked)}
        />
      </div>
      {isOpen && (
        <PermissionChecks
          value={value.individualPermissions}
          inherited={byGroups}
          names={names}
          disabled={disabled}
          onChange={(individualPermissions) => onChange({ ...value, individualPermissions })}
        />
      )}
    </div>
  );
}
