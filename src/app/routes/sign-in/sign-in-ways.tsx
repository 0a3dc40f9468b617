import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '#shared/api.ts';
import { leaveForProvider } from '#session/single-sign-on-here.ts';
import type { SignInRefusal } from '#session/sign-in.ts';

type Props = {
  /** Whole, as typed. */
  email: string;
  returnTo: string | null;
  onRefused: (refusal: SignInRefusal) => void;
};

/** `Sign in with …` where the domain of the e-mail names a provider; the server says so for every e-mail of it. */
export function SignInWays({ email, returnTo, onRefused }: Props) {
  const ways = useWays(email);
  const [leaving, setLeaving] = useState<string | null>(null);

  async function leave(site: string): Promise<void> {
    setLeaving(site);
    try {
      await leaveForProvider({ site, email, returnTo: returnTo ?? '' });
    } catch (error) {
      setLeaving(null);
      onRefused({ sentence: error instanceof Error ? error.message : 'That did not work. Try again.' });
    }
  }

  return ways.map(({ site, name }) => (
    <Button
      key={site}
      variant="default"
      size="md"
      loading={leaving === site}
      disabled={leaving !== null}
      onClick={() => void leave(site)}
      fullWidth
    >
      Sign in with {name}
    </Button>
  ));
}

/** Typing goes on for a moment after the last letter of an address that might be whole. */
const pauseMs = 350;

function useWays(email: string): { site: string; name: string }[] {
  const [found, setFound] = useState<{ of: string; ways: { site: string; name: string }[] }>({ of: '', ways: [] });
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      call('singleSignOn.ways', { email: `someone@${domain}` }, { byCaller: true }).then(
        ({ ways }) => isOver || setFound({ of: domain, ways }),
        // The password is still there; asking again comes with the next letter.
        () => undefined,
      );
    }, pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [domain]);
  return found.of === domain ? found.ways : [];
}
