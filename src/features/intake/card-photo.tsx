import { useEffect, useState } from 'react';
import { call } from '#shared/api.ts';
import classes from './insurance-review.module.css';

/** A photo of a card, asked for as files of a chart are: each look is in the audit log. */
export function CardPhoto({ id, name }: { id: string; name: string }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let made: string | null = null;
    let isOpen = true;
    void (async () => {
      const { url: address, MediaType } = await call('files.download', { id: id as never });
      const { content } = await call('files.content', { token: address.split('/').at(-1) ?? '' });
      if (!isOpen) return;
      made = URL.createObjectURL(new Blob([content], { type: MediaType }));
      setUrl(made);
    })().catch(() => isOpen && setFailed(true));
    return () => {
      isOpen = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id]);
  if (isFailed) return <p className={classes.quiet}>{name} could not be loaded. It is in the files of the chart.</p>;
  return url === null ? <p className={classes.quiet}>Loading {name.toLowerCase()}</p> : <img src={url} alt={name} />;
}
