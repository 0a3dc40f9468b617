import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { FacilityId } from '#contract/base/ids.ts';
import { facilityOptions, type FacilityOption } from '#shared/facility-options.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import part from '#shared/ui/part/part.module.css';
import type { Access } from './access.ts';
import type { Named } from './use-names.ts';
import classes from './users.module.css';

type Props = { value: Access; names: Named; disabled: boolean; onChange: (value: Access) => void };

/** Whose rows somebody sees; a long list stands under headings by state or region (spec 9). */
export function FacilityChecks({ value, names, disabled, onChange }: Props) {
  const me = useCurrentUser();
  const { regions } = useWebsite();
  const chosen = value.facilityIds;
  const mayShow = (id: string) => me.SuperUser || me.facilityIds === null || me.facilityIds.some((own) => own === id);
  const options = facilityOptions(names.allFacilities, regions);
  const first = () => options.filter((option) => mayShow(option.FacilityId)).slice(0, 1);
  const put = (ids: string[] | null) =>
    onChange({ ...value, facilityIds: ids?.map((id) => FacilityId.parse(id)) ?? null });

  function check({ FacilityId: id, label }: FacilityOption) {
    const isIn = chosen?.some((each) => each === id) ?? false;
    const isLast = isIn && chosen?.length === 1;
    return (
      <Checkbox
        key={id}
        label={label}
        checked={isIn}
        description={isLast ? 'At least one is needed' : undefined}
        disabled={disabled || isLast || (!isIn && !mayShow(id))}
        onChange={() => put(isIn ? (chosen ?? []).filter((each) => each !== id) : [...(chosen ?? []), id])}
      />
    );
  }

  return (
    <fieldset className={part.fields}>
      <legend>Facilities they see</legend>
      <p className={classes.hint}>They can’t see cases, visits, notes and claims of other facilities.</p>
      <Checkbox
        label="All facilities"
        checked={chosen === null}
        disabled={disabled || (chosen !== null && !me.SuperUser && me.facilityIds !== null)}
        onChange={() => put(chosen === null ? first().map((option) => option.FacilityId) : null)}
      />
      {chosen !== null && <Grouped options={options} check={check} />}
    </fieldset>
  );
}

type GroupedProps = { options: readonly FacilityOption[]; check: (option: FacilityOption) => ReactNode };

function Grouped({ options, check }: GroupedProps) {
  const groups = [...Map.groupBy(options, ({ group }) => group)];
  return groups.map(([group, of]) =>
    group === null ? (
      <div key="all" className={classes.checks}>
        {of.map(check)}
      </div>
    ) : (
      <div key={group} role="group" aria-label={group}>
        <p className={classes.group}>{group}</p>
        <div className={classes.checks}>{of.map(check)}</div>
      </div>
    ),
  );
}
