import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { codeMinutes, showCode } from '#contract/kiosk/enrollment-code.ts';
import part from '#shared/ui/part/part.module.css';
import classes from './kiosk.module.css';

type Props = { name: string; code: string; onDone(): void };

/** The code of a kiosk, shown this once, with what to do with it. */
export function KioskCode({ name, code, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="kiosk-code">
      <h3 id="kiosk-code" className={part.heading} tabIndex={-1} ref={heading}>
        Code for {name}
      </h3>
      <p className={part.help}>
        On the tablet, open {window.location.origin}/kiosk and enter this code within {codeMinutes} minutes. It works
        once.
      </p>
      <code className={`${part.code} ${classes.enrollment}`} translate="no">
        {showCode(code)}
      </code>
      <Button variant="default" onClick={onDone}>
        Close
      </Button>
    </section>
  );
}
