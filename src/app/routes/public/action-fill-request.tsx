import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { OfferShown } from '#contract/waitlist/endpoints.ts';
import { OfferPage, offerWords } from '#features/fill-request/offer-page.tsx';
import { call, NetworkError } from '#shared/api.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { PlainPage } from '#app/plain-page.tsx';

type Found = { offer: OfferShown } | { dead: string } | { away: string };

/** Where an offer of a free time leads (spec 2). Its token is the fragment of the address: no log sees that part. */
export function ActionFillRequestRoute() {
  const token = useLocation().hash.slice(1);
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => void read(token).then(setFound), [token, attempt]);

  if (found === null) {
    return (
      <PlainPage title="One moment">
        <LoadingSkeleton label="Loading the offer" rows={3} />
      </PlainPage>
    );
  }
  if ('dead' in found) return <PlainPage title="This link doesn’t work" lead={found.dead} />;
  if ('away' in found) {
    return (
      <PlainPage title="No connection" lead="You are offline. Try again when you’re back online.">
        <Button size="md" fullWidth onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      </PlainPage>
    );
  }
  const { title, lead } = offerWords(found.offer);
  return (
    <PlainPage title={title} lead={<span role="status">{lead}</span>}>
      <OfferPage token={token} offer={found.offer} onAnswer={(offer) => setFound({ offer })} />
    </PlainPage>
  );
}

async function read(token: string): Promise<Found> {
  if (token === '') return { dead: 'Part of the link is missing. Open it again from the message.' };
  try {
    return { offer: await call('waitlist.readOffer', { token }, { byCaller: true }) };
  } catch (error) {
    if (error instanceof NetworkError) return { away: error.message };
    return { dead: error instanceof Error ? error.message : 'The link could not be read.' };
  }
}
