import { Checkbox, MultiSelect } from '@mantine/core';
import { holds, reportTabs } from '#contract/base/permissions.ts';
import { providerName } from '#contract/providers/provider.ts';
import { permissionSections } from '#contract/users/permission-catalogue.ts';
import { facilityOptions, selectData } from '#shared/facility-options.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import part from '#shared/ui/part/part.module.css';
import type { Named } from './use-names.ts';
import classes from './users.module.css';

type Props = {
  value: readonly string[];
  /** What holds anyway, by groups. */
  inherited?: readonly string[];
  names: Named;
  disabled?: boolean;
  onChange: (value: string[]) => void;
};

/** Every permission by what it is about; what somebody does not hold they cannot give, only take away. */
export function PermissionChecks({ value, inherited = [], names, disabled = false, onChange }: Props) {
  const me = useCurrentUser();
  const mayGive = (permission: string) => me.SuperUser || holds(me.can, permission);
  const flip = (permission: string, isOn: boolean) =>
    onChange(isOn ? [...value, permission] : value.filter((each) => each !== permission));
  return (
    <div className={classes.sections}>
      {permissionSections.map((section) => (
        <fieldset key={section.title} className={part.fields}>
          <legend>{section.title}</legend>
          <div className={classes.checks}>
            {section.entries.map(({ permission, words }) => {
              const isOwn = value.includes(permission);
              const isInherited = holds(inherited, permission);
              const isCovered = isInherited || (!isOwn && holds(value, permission));
              const isLocked = !mayGive(permission) && !isOwn;
              return (
                <Checkbox
                  key={permission}
                  label={`${words.slice(0, 1).toUpperCase()}${words.slice(1)}`}
                  description={isInherited ? 'From a group' : isLocked ? 'You can’t grant this right' : undefined}
                  checked={isOwn || isCovered}
                  disabled={disabled || isCovered || isLocked}
                  onChange={(event) => flip(permission, event.currentTarget.checked)}
                />
              );
            })}
          </div>
          {section.title === 'Reports' && (
            <ReportRights value={value} names={names} disabled={disabled} mayGive={mayGive} onChange={onChange} />
          )}
        </fieldset>
      ))}
    </div>
  );
}

type ReportProps = Pick<Props, 'value' | 'names' | 'onChange'> & {
  disabled: boolean;
  mayGive: (permission: string) => boolean;
};

/** Reports of single facilities and about single providers. */
function ReportRights({ value, names, disabled, mayGive, onChange }: ReportProps) {
  const facilities = facilityOptions(names.allFacilities, useWebsite().regions).map((one) => ({
    value: one.FacilityId,
    label: one.label,
    group: one.group,
  }));
  const providers = names.allProviders.map((one) => ({
    value: String(one.ProviderId),
    label: providerName(one),
    group: null,
  }));
  const lists = [
    ...reportTabs.map((tab) => ({
      label: `${tab.slice(0, 1).toUpperCase()}${tab.slice(1)} reports by facility`,
      prefix: `access ${tab} report.facility.`,
      data: facilities,
    })),
    { label: 'Reports by provider', prefix: 'access reports.provider.', data: providers },
  ];
  return (
    <div className={`${classes.pair} ${classes.reports}`}>
      {lists.map(({ label, prefix, data }) => {
        const chosen = value.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
        return (
          <MultiSelect
            key={prefix}
            label={label}
            placeholder={chosen.length === 0 ? 'None' : ''}
            data={selectData(data, (id) => !mayGive(`${prefix}${id}`) && !chosen.includes(id))}
            value={chosen.filter((id) => data.some((one) => one.value === id))}
            disabled={disabled}
            searchable
            onChange={(ids) =>
              onChange([
                ...value.filter((each) => !each.startsWith(prefix) || each.endsWith('*')),
                ...ids.map((id) => `${prefix}${id}`),
              ])
            }
          />
        );
      })}
    </div>
  );
}
