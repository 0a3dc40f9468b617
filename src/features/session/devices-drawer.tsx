import { Button, SegmentedControl } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isNameIn } from '#contract/patients/name-words.ts';
import type { DeviceState } from '#contract/session/device.ts';
import { device } from '#local/store/device.ts';
import { call } from '#shared/api.ts';
import { useMay } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { syncWorker } from '#shared/sync-worker.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { SearchBox } from '#shared/ui/search-box/search-box.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { DeviceLine } from './device-line.tsx';
import { lossWords } from './device-words.ts';
import classes from './devices.module.css';

type Whose = 'own' | 'all';

/** Where this person, or for who may manage users everybody, has signed in; each place can be signed out and erased. */
export function DevicesDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <SideDrawer opened={opened} onClose={onClose} title="Your devices" size={520}>
      {opened && <Devices />}
    </SideDrawer>
  );
}

function Devices() {
  const mayManage = useMay('manage users');
  const isOnline = useOnline();
  const [whose, setWhose] = useState<Whose>('own');
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<DeviceState | null>(null);
  const { devices, error, load, put } = useDevices(whose);
  const here = device().DeviceId;
  const shown = devices?.filter((one) => whose === 'own' || matches(one, typed));
  return (
    <>
      {mayManage && (
        <div className={classes.tools}>
          <SegmentedControl
            aria-label="Whose devices"
            value={whose}
            onChange={(next) => setWhose(next as Whose)}
            data={[
              { value: 'own', label: 'Mine' },
              { value: 'all', label: 'Everyone’s' },
            ]}
          />
          {whose === 'all' && <SearchBox value={typed} onChange={setTyped} label="Person or device" />}
        </div>
      )}
      {!isOnline && (
        <p className={classes.note}>
          <OfflineNote>You are offline. You must be online to see or erase devices.</OfflineNote>
        </p>
      )}
      {error && isOnline && (
        <ErrorState title="The devices could not be loaded" onRetry={load}>
          {error} Nothing was changed.
        </ErrorState>
      )}
      {!error && !shown && isOnline && <LoadingSkeleton label="Loading the devices" rows={4} />}
      {shown?.length === 0 && <NoDevices isFiltered={typed !== ''} />}
      {shown && shown.length > 0 && (
        <ul className={classes.list} aria-label="Devices">
          {shown.map((one) => (
            <DeviceLine key={one.DeviceId} device={one} isHere={one.DeviceId === here} hasPerson={whose === 'all'}>
              <Button
                variant="default"
                size="xs"
                disabled={!isOnline}
                onClick={() => setAsked(one)}
                aria-label={`Sign out and erase ${one.name} of ${one.person}…`}
              >
                Sign out and erase…
              </Button>
            </DeviceLine>
          ))}
        </ul>
      )}
      <EraseDialog asked={asked} here={here} onClose={() => setAsked(null)} onDone={put} />
    </>
  );
}

function NoDevices({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No device matches" compact>
      Try another name, or clear the search.
    </EmptyState>
  ) : (
    <EmptyState title="No device has synced yet">A browser appears here after it syncs for the first time.</EmptyState>
  );
}

/** There is no undo, so it asks, and says what is lost. */
function EraseDialog({
  asked,
  here,
  onClose,
  onDone,
}: {
  asked: DeviceState | null;
  here: string;
  onClose: () => void;
  onDone: (changed: DeviceState) => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const isHere = asked?.DeviceId === here;

  async function erase(one: DeviceState): Promise<void> {
    setBusy(true);
    try {
      onDone(await call('session.signOutAndErase', { id: one.DeviceId }));
      onClose();
      // This very device hears of it like every other.
      if (isHere) await syncWorker().sync();
      else
        toastDone(
          `${one.name} of ${one.person} is signed out. It erases itself when Mainstay is next open and online there.`,
        );
    } catch (cause) {
      toastFailure(cause, 'That did not work. Nothing was changed. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      opened={asked !== null}
      title={isHere ? 'Sign out and erase this device?' : `Sign out and erase ${asked?.name ?? 'this device'}?`}
      confirmLabel="Sign out and erase"
      danger
      busy={isBusy}
      onConfirm={() => asked && void erase(asked)}
      onCancel={onClose}
    >
      {asked && lossWords(asked)}
    </ConfirmDialog>
  );
}

type Fetched = { of: Whose; devices: DeviceState[] } | { of: Whose; error: string };

/** The list as the server has it now; another choice of whose shows nothing of the former. */
function useDevices(of: Whose) {
  const [fetched, setFetched] = useState<Fetched | null>(null);
  const isOnline = useOnline();
  const load = () => void fetchDevices(of).then(setFetched);
  useEffect(() => {
    if (isOnline) void fetchDevices(of).then(setFetched);
  }, [of, isOnline]);
  const current = fetched?.of === of ? fetched : null;
  const devices = current && 'devices' in current ? current.devices : null;
  const put = (changed: DeviceState) => {
    const next = devices?.map((one) => (one.DeviceId === changed.DeviceId ? changed : one));
    if (next) setFetched({ of, devices: next });
  };
  return { devices, error: current && 'error' in current ? current.error : null, load, put };
}

async function fetchDevices(of: Whose): Promise<Fetched> {
  try {
    return { of, devices: (await call('session.devices', { of })).devices };
  } catch (cause) {
    return { of, error: cause instanceof Error ? cause.message : 'The server could not be reached.' };
  }
}

function matches({ person, name }: DeviceState, typed: string): boolean {
  return isNameIn(`${person} ${name}`, typed);
}
