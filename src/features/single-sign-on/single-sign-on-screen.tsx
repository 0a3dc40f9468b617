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
          People whose e-mail is of your domains sign in at your own provider (OpenID Connect). Only who has an account
          here gets in, and the provider must have verified their e-mail. Superusers always sign in here.
        </p>
        <FetchedPart of={fetched} what="settings of single sign-on" rows={5}>
          {(state) => <ConnectionForm key={JSON.stringify(state)} state={state} onChanged={fetched.put} />}
        </FetchedPart>
      </section>
    </div>
  );
}
