import { Button, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { AppError } from '#contract/base/errors.ts';
import { EmergencyReason, shortestReason } from '#contract/emergency/endpoints.ts';
import { settingsFrom } from '#contract/settings/settings.ts';
import { call, unreachableSentence } from '#shared/api.ts';
import { useWebsite } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { Page } from '#shared/ui/page/page.tsx';
import classes from '#features/emergency/emergency.module.css';
import { updateSetup } from '#features/emergency/refresh-setup.ts';

/** All that somebody sees who may request emergency access but lacks it (spec 6). */
export function DashboardRoute() {
  const website = useWebsite();
  const minutes = settingsFrom(website).emergency_access_ms / 60_000;
  return (
    <Page title="Dashboard" width="text">
      <section className={classes.request} aria-labelledby="emergency-access">
        <h2 id="emergency-access" className={classes.title}>
          Emergency access
        </h2>
        <p>
          At {website.Name} you can see patients only in an emergency. Enter why you need access now. Emergency access
          lasts {minutes} minutes, and you can end it earlier. Your reason and each chart you open are recorded.
          Administrators are notified right away and review it.
        </p>
        <RequestForm />
      </section>
    </Page>
  );
}

function RequestForm() {
  const isOnline = useOnline();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const typed = EmergencyReason.safeParse(reason);
    if (!typed.success) return setError(`Enter a reason of ${shortestReason} to 300 characters.`);
    setError(null);
    setBusy(true);
    try {
      await call('emergencyGrants.request', { reason: typed.data }, { byCaller: true });
      await updateSetup();
    } catch (failure) {
      setError(failure instanceof AppError ? failure.message : unreachableSentence);
      setBusy(false);
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {!isOnline && (
        <p>
          <OfflineNote>You are offline. Request emergency access when you’re back online.</OfflineNote>
        </p>
      )}
      <Textarea
        label="Reason"
        autosize
        minRows={3}
        maxLength={300}
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setError(null);
        }}
        error={error}
        mb={12}
      />
      <Button type="submit" loading={isBusy} disabled={!isOnline}>
        Begin emergency access
      </Button>
    </form>
  );
}
