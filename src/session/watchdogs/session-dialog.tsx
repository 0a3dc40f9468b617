import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useFocusBack } from '#shared/hooks/use-focus-back.ts';
import { alertRole } from '#shared/ui/alert-role.ts';
import { logOut, lookAtTime, staySignedIn, type SessionWarning } from './session-watch.ts';
import classes from './session-dialog.module.css';

/** spec 8: the session nears its end, or may have reached it. It can only be answered, not closed. */
export function SessionDialog({ warning }: { warning: SessionWarning }) {
  const [busy, setBusy] = useState<'stay' | 'leave' | null>(null);
  useFocusBack(true);
  useEffect(() => {
    const timer = setInterval(lookAtTime, 1_000);
    return () => clearInterval(timer);
  }, []);
  async function stay(): Promise<void> {
    setBusy('stay');
    await staySignedIn();
    setBusy(null);
  }
  async function leave(): Promise<void> {
    setBusy('leave');
    await logOut();
  }
  return (
    <Modal.Root
      opened
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      size={440}
      zIndex={500}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content>
        <Modal.Body pt={20} ref={alertRole}>
          <Modal.Title className={classes.title ?? ''}>
            {warning.isCertain ? 'Your session is about to expire!' : 'Your session may have expired!'}
          </Modal.Title>
          <Text component="p" size="md" m={0}>
            {sentence(warning)}
          </Text>
          {warning.isCertain && <TimeLeft warning={warning} />}
          <Group justify="flex-end" gap={8} mt={20}>
            <Button
              variant="default"
              loading={busy === 'leave'}
              disabled={busy === 'stay'}
              onClick={() => void leave()}
            >
              Log out
            </Button>
            <Button data-autofocus loading={busy === 'stay'} disabled={busy === 'leave'} onClick={() => void stay()}>
              {warning.isAway || warning.isHeld ? 'Stay and work offline' : 'Stay signed in'}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const kept = 'Your work is kept on this device.';

function sentence({ isCertain, isHeld, isAway }: SessionWarning): string {
  if (isAway && !isCertain)
    return `The server is not answering, so we don’t know whether you’re still signed in. ${kept}`;
  if (!isCertain) return `This device was asleep, and your session may have ended. ${kept}`;
  if (isHeld) return `You are offline, so the countdown is paused. You stay signed in. ${kept}`;
  return `There was no activity for a while. You’ll be signed out when the time is up. ${kept}`;
}

/** The seconds are for the eye; who listens hears the minutes. */
function TimeLeft({ warning: { leftMs, isHeld } }: { warning: SessionWarning }) {
  const seconds = Math.ceil(leftMs / 1_000);
  const minutes = Math.ceil(seconds / 60);
  return (
    <>
      <div className={`${classes.left} ${isHeld ? classes.held : ''}`} data-session-left aria-hidden>
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </div>
      <span className="visually-hidden" aria-live="polite">
        {minutes === 1 ? 'Less than one minute left.' : `${minutes} minutes left.`}
      </span>
    </>
  );
}
