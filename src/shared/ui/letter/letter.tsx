import type { ReactNode } from 'react';
import classes from './letter.module.css';

type Props = {
  /** To whom, and when. */
  children: ReactNode;
  problem: string | null;
  /** Where the heading above does not say it; empty for texts. */
  subject?: string;
  body: string;
};

/** A mail or a text as it was written: to whom, what went wrong with it, and its words with links to press. */
export function Letter({ children, problem, subject = '', body }: Props) {
  return (
    <>
      <p className={classes.head}>{children}</p>
      {problem !== null && <p className={classes.problem}>{problem}</p>}
      {subject !== '' && <p className={classes.subject}>{subject}</p>}
      <div className={classes.body}>
        {body.split(/(https?:\/\/\S+)/).map((part, at) =>
          at % 2 === 1 ? (
            // oxlint-disable-next-line react/no-array-index-key -- the text of a letter never changes
            <a key={at} href={part}>
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </div>
    </>
  );
}
