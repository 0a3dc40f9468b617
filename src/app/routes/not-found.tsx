import { Button } from '@mantine/core';
import { Link } from '#shared/routing/link.tsx';
import { PlainPage } from '../plain-page.tsx';

/** Any other path (spec 2). */
export function NotFoundRoute() {
  return (
    <PlainPage
      title="This page does not exist"
      documentTitle="404"
      lead="The address may be wrong, or the page has moved. Nothing was lost."
    >
      <Button component={Link} to="/onDeck">
        Go to On Deck
      </Button>
    </PlainPage>
  );
}
