import { Button } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import type { ReactNode } from 'react';
import sheets from '#shared/print/print.module.css';
import { Page } from '#shared/ui/page/page.tsx';
import classes from './printing.module.css';

type Props = {
  title: string;
  /** What is chosen: a row of fields. */
  filter?: ReactNode;
  onBack: () => void;
  backLabel: string;
  /** Left out while there is nothing to print. */
  onPrint?: (() => void) | undefined;
  /** In place of the paper. */
  instead?: ReactNode;
  children?: ReactNode;
};

/** A page without the shell: on the screen the paper under a row of choices, on paper the sheets alone. */
export function PrintPage({ title, filter, onBack, backLabel, onPrint, instead, children }: Props) {
  return (
    <main id="main" className={classes.ground} tabIndex={-1}>
      <div className="no-print">
        <Page
          title={title}
          actions={
            <>
              <Button
                variant="default"
                leftSection={<IconArrowLeft size={16} stroke={1.5} aria-hidden />}
                onClick={onBack}
              >
                {backLabel}
              </Button>
              <Button
                leftSection={<IconPrinter size={16} stroke={1.5} aria-hidden />}
                disabled={!onPrint}
                onClick={onPrint}
              >
                Print
              </Button>
            </>
          }
        >
          {filter}
          {instead}
        </Page>
      </div>
      {instead === undefined && (
        <section
          className={`${classes.paper} ${sheets.sheets}`}
          aria-label="Print preview"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls on a phone must be reachable by keyboard
          tabIndex={0}
          data-print-sheets
        >
          {children}
        </section>
      )}
    </main>
  );
}
