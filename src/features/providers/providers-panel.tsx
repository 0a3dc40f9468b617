import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Provider } from '#contract/providers/provider.ts';
import { call } from '#shared/api.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useOnline } from '#shared/sync-state.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { NewProviderDrawer } from './new-provider-drawer.tsx';
import { ProviderRecord } from './provider-record.tsx';
import classes from './providers.module.css';

type Props = { openedId: string | null; onOpen: (ProviderId: string | null) => void };

const columns: Column<Provider>[] = [
  { key: 'name', title: 'Name', cell: (one) => `${one.LastName}, ${one.FirstName}` },
  { key: 'type', title: 'Type', cell: (one) => one.Type },
  { key: 'npi', title: 'NPI', cell: (one) => one.NationalProviderId ?? '-', secondary: true },
  { key: 'state', title: 'Status', cell: (one) => (one.Inactive ? 'Inactive' : 'Active') },
];

/** Providers who do not sign in: locums, and those whose visits came with an import. The others stand with their user. */
export function ProvidersPanel({ openedId, onOpen }: Props) {
  const isOnline = useOnline();
  const [isAdding, setAdding] = useState(false);
  const fetched = useFetched(async () => {
    const { providers } = await call('providers.list', {});
    return providers.filter(({ UserId }) => UserId === null);
  });
  const put = (saved: Provider) =>
    fetched.put([...(fetched.value ?? []).filter(({ ProviderId }) => ProviderId !== saved.ProviderId), saved]);
  return (
    <FetchedPart of={fetched} what="providers">
      {(providers) => {
        const opened = providers.find(({ ProviderId }) => ProviderId === openedId);
        return opened ? (
          <Opened provider={opened} isOnline={isOnline} onSaved={put} onClose={() => onOpen(null)} />
        ) : (
          <>
            <div className={classes.tools}>
              <p className={classes.hint}>These providers have a schedule and visits but no account.</p>
              <Button disabled={!isOnline} onClick={() => setAdding(true)}>
                Add a provider
              </Button>
            </div>
            <DataTable
              label="Providers without account"
              rows={providers.toSorted((a, b) => sortName(a).localeCompare(sortName(b)))}
              rowKey={({ ProviderId }) => ProviderId}
              onOpen={({ ProviderId }) => onOpen(ProviderId)}
              columns={columns}
              empty={
                <EmptyState title="Every provider has an account">
                  Add therapists and assistants who don’t sign in.
                </EmptyState>
              }
            />
            <NewProviderDrawer
              opened={isAdding}
              onClose={() => setAdding(false)}
              onMade={(made) => {
                put(made);
                onOpen(made.ProviderId);
              }}
            />
          </>
        );
      }}
    </FetchedPart>
  );
}

type OpenedProps = {
  provider: Provider;
  isOnline: boolean;
  onSaved: (saved: Provider) => void;
  onClose: () => void;
};

function Opened({ provider, isOnline, onSaved, onClose }: OpenedProps) {
  return (
    <section className={classes.one} aria-labelledby="provider-name">
      <Button variant="default" size="xs" onClick={onClose}>
        All providers without account
      </Button>
      <h2 id="provider-name" className={classes.name}>
        {provider.FirstName} {provider.LastName}
      </h2>
      <ProviderRecord key={JSON.stringify(provider)} provider={provider} isOnline={isOnline} onSaved={onSaved} />
    </section>
  );
}

function sortName({ LastName, FirstName }: Provider): string {
  return `${LastName}, ${FirstName}`.toLowerCase();
}
