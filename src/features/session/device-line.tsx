import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import type { ReactNode } from 'react';
import type { DeviceState } from '#contract/session/device.ts';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { deviceFacts, eraseWords } from './device-words.ts';
import classes from './devices.module.css';

/** One device: whose, which, what it last said; `children` is what can be done with it. */
export function DeviceLine({
  device,
  isHere,
  hasPerson,
  children,
}: {
  device: DeviceState;
  isHere: boolean;
  hasPerson: boolean;
  children: ReactNode;
}) {
  const Glyph = /iPhone|iPad|Android/.test(device.name) ? IconDeviceMobile : IconDeviceDesktop;
  const erased = eraseWords(device);
  return (
    <li className={classes.line}>
      <Glyph size={20} stroke={1.5} className={classes.icon} aria-hidden />
      <div className={classes.what}>
        <p className={classes.title}>
          <span className={classes.name}>{hasPerson ? device.person : device.name}</span>
          {isHere && (
            <MeaningBadge meaning="progress" quiet>
              This device
            </MeaningBadge>
          )}
        </p>
        {hasPerson && <p className={classes.fact}>{device.name}</p>}
        <p className={classes.fact}>{deviceFacts(device).join(' · ')}</p>
        {!device.isSealed && <p className={classes.fact}>This device has not confirmed that its data is encrypted.</p>}
        {erased ? <p className={classes.fact}>{erased}</p> : <div className={classes.action}>{children}</div>}
      </div>
    </li>
  );
}
