import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { report } from '#session/failures.ts';
import { PlainPage } from './plain-page.tsx';

/** A screen broke: what happened, what was kept, what to do. */
export function ErrorPage({ error }: { error: unknown }) {
  useEffect(() => report(error), [error]);
  const isMissingPart = error instanceof Error && /dynamically imported module|importing a module/i.test(error.message);
  const lead = isMissingPart
    ? 'Part of the app could not load, because you are offline or there is a newer version. Everything you saved is kept on this device.'
    : 'Something went wrong on this screen. Everything you saved is kept on this device. Text from the last second may be missing.';
  return (
    <PlainPage title="This screen could not be shown" documentTitle="Screen not shown" lead={lead}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
        <Button variant="default" component="a" href="/onDeck">
          Go to On Deck
        </Button>
      </div>
    </PlainPage>
  );
}
