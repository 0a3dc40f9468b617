import { call } from '#shared/api.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import part from '#shared/ui/part/part.module.css';
import { ConnectionForm } from './connection-form.tsx';
import type { SsoState } from './use-connection.ts';
import classes from './single-sign-on.module.css';

/** The site's OpenID provider. */
export function SingleSignOnScreen() {
  const fetched = useFetched<SsoState>(() => call('singleSignOn.get', {}));
  return (
    <div className={classes.screen}>
      <section aria-labelledby="single-sign-on">
        <h2 id="single-sign-on" className={part.heading}>
          Single sign-on
        </h2>
        <p className={part.help}>
          People with an email in your domains sign in with your own provider (OpenID Connect). They need an account
          here and a verified email at the provider. Superusers always sign in here.
        </p>
        <FetchedPart of={fetched} what="single sign-on settings" rows={5}>
          {(state) => <ConnectionForm key={JSON.stringify(state)} state={state} onChanged={fetched.put} />}
        </FetchedPart>
      </section>
    </div>
  );
}
