import type { ReactNode } from 'react';
import classes from './routes/sign-in/login.module.css';

/** A full page without the shell: signing in, a wrong address, trouble. */
export function PlainPage({
  title,
  documentTitle,
  lead,
  children,
}: {
  title: string;
  documentTitle?: string;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <main className={classes.ground}>
      <title>{`${documentTitle ?? title} · Mainstay`}</title>
      <div className={classes.box}>
        <div className={classes.brand}>
          <img src="/icons/mainstay.svg" width={28} height={28} alt="" />
          Mainstay
        </div>
        <div className={classes.panel}>
          <h1 className={classes.title} tabIndex={-1} data-page-heading>
            {title}
          </h1>
          {lead !== undefined && <p className={classes.lead}>{lead}</p>}
          {children}
        </div>
      </div>
    </main>
  );
}
