import { Button, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { providerTypes, type Provider } from '#contract/providers/provider.ts';
import { call } from '#shared/api.ts';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { ProviderRecord } from './provider-record.tsx';
import classes from './providers.module.css';

type User = { UserId: string; EmployeeId: string | null; FirstName: string; LastName: string };
type Props = { user: User; isOnline: boolean; reload: () => Promise<void> };

/** The provider record of a user, or the way to make one. */
export function ProviderSection({ user, isOnline, reload }: Props) {
  return user.EmployeeId === null ? (
    <NoRecord user={user} isOnline={isOnline} reload={reload} />
  ) : (
    <OneRecord key={user.EmployeeId} id={user.EmployeeId} isOnline={isOnline} />
  );
}

function OneRecord({ id, isOnline }: { id: string; isOnline: boolean }) {
  const [fetched, setFetched] = useState<{ provider: Provider } | { failure: string } | null>(null);
  useEffect(() => {
    if (isOnline) void fetchProvider(id).then(setFetched);
  }, [id, isOnline]);
  if (fetched && 'provider' in fetched) {
    const { provider } = fetched;
    return (
      <ProviderRecord
        key={JSON.stringify(provider)}
        provider={provider}
        isOnline={isOnline}
        onSaved={(saved) => setFetched({ provider: saved })}
      />
    );
  }
  if (!fetched) return <LoadingSkeleton label="Loading the provider record" rows={3} />;
  return (
    <ErrorState title="The provider record could not be loaded" onRetry={() => void fetchProvider(id).then(setFetched)}>
      {fetched.failure}
    </ErrorState>
  );
}

async function fetchProvider(id: string): Promise<{ provider: Provider } | { failure: string }> {
  try {
    const { providers } = await call('providers.list', { providerIds: id });
    const [provider] = providers;
    return provider ? { provider } : { failure: 'The record was removed.' };
  } catch (cause) {
    return { failure: cause instanceof Error ? cause.message : 'The server could not be reached.' };
  }
}

function NoRecord({ user, isOnline, reload }: Props) {
  const [type, setType] = useState<Provider['Type']>('PT');
  const [isBusy, setBusy] = useState(false);
  async function make(): Promise<void> {
    setBusy(true);
    try {
      const { UserId, FirstName, LastName } = user;
      await call('providers.create', { UserId, FirstName, LastName, Type: type });
      toastDone(`${user.FirstName} now has a provider record. Enter the license and schedule.`);
      await reload();
    } catch (cause) {
      toastFailure(cause, 'That did not work. Nothing was changed. Try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <p className={classes.hint}>
        {user.FirstName} doesn’t treat patients. Therapists and assistants need a provider record with a license and
        schedule.
      </p>
      <div className={classes.block}>
        <Select
          label="Type of provider"
          data={[...providerTypes]}
          value={type}
          allowDeselect={false}
          w={160}
          onChange={(next) => setType(providerTypes.find((each) => each === next) ?? 'PT')}
        />
        <Button variant="default" disabled={!isOnline} loading={isBusy} onClick={() => void make()}>
          Create provider record
        </Button>
      </div>
    </>
  );
}
