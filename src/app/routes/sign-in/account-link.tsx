import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Link } from '#shared/routing/link.tsx';
import type { AccountLink } from '#contract/account/endpoints.ts';
import { LinkForm } from '#features/account/link-form.tsx';
import { call, NetworkError } from '#shared/api.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { PlainPage } from '#app/plain-page.tsx';

type Found = { link: AccountLink } | { dead: string } | { away: string };

/** Where a link from a mail leads. Its token is the fragment of the address: no server and no log sees that part. */
export function AccountLinkRoute() {
  const token = useLocation().hash.slice(1);
  const [found, setFound] = useState<Found | null>(null);
  const [passkeysLeft, setDone] = useState<number | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => void readLink(token).then(setFound), [token, attempt]);

  if (found === null) {
    return (
      <PlainPage title="One moment">
        <LoadingSkeleton label="Loading the link" rows={3} />
      </PlainPage>
    );
  }
  if ('dead' in found) {
    return (
      <PlainPage title="This link doesn’t work" lead={`${found.dead} Ask your administrator for a new one.`}>
        <SignInLink />
      </PlainPage>
    );
  }
  if ('away' in found) {
    return (
      <PlainPage title="No connection" lead="You are offline. The link still works when you’re back online.">
        <Button size="md" fullWidth onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      </PlainPage>
    );
  }
  const { link } = found;
  if (passkeysLeft !== null) {
    return (
      <PlainPage title="Done" lead={`${doneWords[link.kind]}${link.kind === 'verify' ? '' : leftWords(passkeysLeft)}`}>
        <SignInLink />
      </PlainPage>
    );
  }
  return (
    <PlainPage title={titles[link.kind]} lead={`${link.name}, ${link.siteName}`}>
      <LinkForm link={link} token={token} onDone={setDone} />
    </PlainPage>
  );
}

const titles = { invite: 'Welcome', reset: 'New password', verify: 'Confirm your email' } as const;
const doneWords = {
  invite: 'Your password is set. Sign in with it.',
  reset: 'Your new password is set, and all earlier sessions have ended. Sign in with the new password.',
  verify: 'Your email is confirmed.',
} as const;

function leftWords(passkeys: number): string {
  if (passkeys === 0) return '';
  return passkeys === 1 ? ' One passkey still signs you in.' : ` ${passkeys} passkeys still sign you in.`;
}

function SignInLink() {
  return (
    <Button component={Link} to="/login" size="md" fullWidth>
      Go to sign-in
    </Button>
  );
}

async function readLink(token: string): Promise<Found> {
  if (token === '') return { dead: 'Part of the link is missing.' };
  try {
    return { link: await call('account.readLink', { token }, { byCaller: true }) };
  } catch (error) {
    if (error instanceof NetworkError) return { away: error.message };
    return { dead: error instanceof Error ? error.message : 'The link could not be read.' };
  }
}
