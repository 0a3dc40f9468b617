import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { toastDone, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import classes from './account.module.css';

/** Shown this once: the server keeps hashes of them alone. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toastDone('The codes are copied.');
    } catch {
      toastNegative('This browser doesn’t let Mainstay copy. Write the codes down.');
    }
  }

  return (
    <>
      <h3 className={classes.subheading} tabIndex={-1} ref={heading}>
        Your recovery codes
      </h3>
      <p className={classes.text}>
        Two-step sign-in is on. If you don’t have your phone, each of these codes signs you in once. They are shown only
        now. Print them or save them in a password manager.
      </p>
      <ul className={classes.codes} translate="no">
        {codes.map((code) => (
          <li key={code} className={classes.code}>
            {code}
          </li>
        ))}
      </ul>
      <Group gap={8}>
        <Button onClick={onKept}>I saved the codes</Button>
        <Button variant="default" onClick={() => void copy()}>
          Copy
        </Button>
      </Group>
    </>
  );
}
