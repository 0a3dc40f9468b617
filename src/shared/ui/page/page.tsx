import type { ReactNode } from 'react';
import classes from './page.module.css';

type PageProps = {
  /** The screen's name: heading and document title. Never a patient's name, history keeps it. */
  title: string;
  /** What the heading shows instead of the title, where it may name a person. */
  heading?: ReactNode;
  /** One quiet fact beside the title, such as a date or a count. */
  aside?: ReactNode;
  actions?: ReactNode;
  /** The one row under the title: filters and counts. */
  toolbar?: ReactNode;
  /** `text` keeps lines readable; `flush` gives the body the whole window. */
  width?: 'full' | 'text' | 'flush';
  /** The heading is read but not drawn, where the body has its own. */
  hideHeader?: boolean;
  children: ReactNode;
};

/** One screen: heading row, optional toolbar, body. Sets the document title and takes focus after navigation. */
export function Page({
  title,
  heading,
  aside,
  actions,
  toolbar,
  width = 'full',
  hideHeader = false,
  children,
}: PageProps) {
  return (
    <div className={classes.page}>
      <title>{`${title} · Mainstay`}</title>
      <header className={hideHeader ? 'visually-hidden' : classes.header}>
        <h1 className={classes.title} tabIndex={-1} data-page-heading>
          {heading ?? title}
        </h1>
        {aside !== undefined && <div className={classes.aside}>{aside}</div>}
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      {toolbar !== undefined && <div className={classes.toolbar}>{toolbar}</div>}
      <div className={`${classes.body} ${width === 'full' ? '' : classes[width]}`}>{children}</div>
    </div>
  );
}
