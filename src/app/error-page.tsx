import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { report } from '#session/failures.ts';
import { PlainPage } from './plain-page.tsx';

/** A screen broke: what happened, what was kept, what to do. */
export function ErrorPage() {
  const error = useRouteError();
  useEffect(() => report(error), [error]);
  const isMissingPart = error instanceof Error && /dynamically imported module|importing a module/i.test(error.message);
  const lead = isMissingPart
    ? 'A part of the app could not be loaded, because the network is away or a newer version has replaced it. Everything you saved is kept on this device.'
    : 'This screen met a fault of ours and cannot be shown. Everything you saved is kept on this device; what you typed in the last second may be missing.';
  return (
    <PlainPage title="This screen could not be shown" documentTitle="Screen not shown" lead={lead}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <Button onClick={() => window.location.reload()}>Load it again</Button>
        <Button variant="default" component="a" href="/onDeck">
          Go to On Deck
        </Button>
      </div>
    </PlainPage>
  );
}
