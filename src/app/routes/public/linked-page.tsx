import { Button } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import type { LinkPage } from '#contract/messages/endpoints.ts';
import { call, NetworkError } from '#shared/api.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { PlainPage } from '#app/plain-page.tsx';

type Found = { page: LinkPage } | { dead: string } | { away: string };

/** What a token from a message opens, once it is known; until then, and where it opens nothing, what there is to say. */
export function LinkedPage({
  token,
  children,
}: {
  token: string;
  children: (page: LinkPage, onPage: (page: LinkPage) => void) => ReactNode;
}) {
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => void readLink(token).then(setFound), [token, attempt]);
  if (found === null)
    return (
      <PlainPage title="One moment">
        <LoadingSkeleton label="Loading the link" rows={3} />
      </PlainPage>
    );
  if ('dead' in found) return <PlainPage title="This link doesn’t work" lead={found.dead} />;
  if ('away' in found)
    return (
      <PlainPage title="No connection" lead="You are offline. The link still works when you’re back online.">
        <Button size="md" fullWidth onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      </PlainPage>
    );
  return children(found.page, (page) => setFound({ page }));
}

async function readLink(token: string): Promise<Found> {
  if (token === '') return { dead: 'Part of the link is missing. Open it again from the message.' };
  try {
    return { page: await call('messages.readLink', { token }, { byCaller: true }) };
  } catch (error) {
    if (error instanceof NetworkError) return { away: error.message };
    return { dead: error instanceof Error ? error.message : 'The link could not be read.' };
  }
}
