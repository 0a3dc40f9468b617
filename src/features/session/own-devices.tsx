import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { DeviceUnlockDrawer } from './device-unlock-drawer.tsx';
import { DevicesDrawer } from './devices-drawer.tsx';
import classes from './devices.module.css';

/** What is kept on this person's devices: the list with erasing, and the way to unlock this one. */
export function OwnDevices() {
  const [layer, setLayer] = useState<'devices' | 'unlock' | null>(null);
  const close = () => setLayer(null);
  return (
    <section aria-labelledby="own-devices">
      <h2 className={classes.heading} id="own-devices">
        Devices
      </h2>
      <p className={classes.text}>
        Each browser you use keeps encrypted clinic records, even after you sign out. You can erase a lost one.
      </p>
      <Group gap={8} mt={12}>
        <Button variant="default" onClick={() => setLayer('devices')}>
          Your devices
        </Button>
        <Button variant="default" onClick={() => setLayer('unlock')}>
          Unlock with this device
        </Button>
      </Group>
      <DevicesDrawer opened={layer === 'devices'} onClose={close} />
      <DeviceUnlockDrawer opened={layer === 'unlock'} onClose={close} />
    </section>
  );
}
