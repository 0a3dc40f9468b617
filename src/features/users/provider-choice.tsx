import { MultiSelect, Switch } from '@mantine/core';
import { ProviderId } from '#contract/base/ids.ts';
import { providerName } from '#contract/providers/provider.ts';
import { useCurrentUser } from '#shared/session.ts';
import part from '#shared/ui/part/part.module.css';
import type { Access } from './access.ts';
import type { Named } from './use-names.ts';
import classes from './users.module.css';

type Props = { value: Access; names: Named; disabled: boolean; onChange: (value: Access) => void };

/** Whose visits somebody sees; with nobody chosen their own alone. */
export function ProviderChoice({ value, names, disabled, onChange }: Props) {
  const me = useCurrentUser();
  const own = me.SuperUser ? null : (me.providerIds ?? null);
  const chosen = value.providerIds;
  const offered = names.allProviders.filter(
    ({ ProviderId: id, Inactive }) => chosen?.includes(id) || (!Inactive && (own === null || own.includes(id))),
  );
  return (
    <fieldset className={part.fields}>
      <legend>Visits they see</legend>
      <p className={classes.hint}>
        They can’t see other providers’ visits, notes, charges and claims. Providers always see their own visits.
      </p>
      <Switch
        label="Visits of every provider"
        checked={chosen === null}
        disabled={disabled || (chosen !== null && own !== null)}
        onChange={(event) => onChange({ ...value, providerIds: event.currentTarget.checked ? null : [] })}
      />
      {chosen !== null && (
        <MultiSelect
          mt="sm"
          label="Providers besides themselves"
          placeholder={chosen.length === 0 ? 'None' : ''}
          searchable
          disabled={disabled}
          data={offered.map((one) => ({ value: one.ProviderId, label: providerName(one) }))}
          value={chosen}
          onChange={(ids) => onChange({ ...value, providerIds: ids.map((id) => ProviderId.parse(id)) })}
        />
      )}
    </fieldset>
  );
}
