import { fail } from '#contract/base/errors.ts';
import type { singleSignOnEndpoints, SsoConnection } from '#contract/single-sign-on/endpoints.ts';
import { mayTakeInHand } from '#contract/users/rights.ts';
import { audit } from '#server/kit/audit.ts';
import type { Ctx, Handlers } from '#server/kit/context.ts';
import { redirectUri, secretPurpose } from '#server/kit/single-sign-on/provider.ts';
import { sealText } from '#server/kit/sealed-text.ts';
import {
  connectionOf,
  isDomainOfOthers,
  putConnection,
  removeConnection,
  rightsOfPeople,
  type StoredConnection,
} from './store.ts';

export const singleSignOnHandlers: Handlers<typeof singleSignOnEndpoints> = {
  async get(_input, { tx, caller: { site }, services }) {
    return stateOf(services, site, await connectionOf(tx, site));
  },

  async save({ clientSecret, ...given }, { tx, caller, services }) {
    const { site, UserId } = caller;
    await demandHighest(tx, caller);
    const before = await connectionOf(tx, site);
    const added = given.domains.filter((domain) => !before?.domains.includes(domain));
    await demandOwnDomains(tx, caller, added);
    // A secret is for the provider it was made by: it is never sent to another one.
    const isSame = before?.issuer === given.issuer && before.clientId === given.clientId;
    const sealedSecret =
      clientSecret === undefined
        ? (isSame && before.sealedSecret) || fail('invalid', noSecret, { fields: { clientSecret: 'is needed' } })
        : sealText(services.key, secretPurpose(site), clientSecret);
    const next = { ...given, site, sealedSecret };
    await putConnection(tx, next);
    const detail = { issuer: given.issuer, domains: given.domains.join(', '), password: String(given.passwordAllowed) };
    await audit(tx, site, { UserId, action: 'update', entity: 'singleSignOn', pk: site, detail });
    return stateOf(services, site, next);
  },

  async remove(_input, { tx, caller }) {
    const { site, UserId } = caller;
    await demandHighest(tx, caller);
    const removed = await removeConnection(tx, site);
    if (removed) await audit(tx, site, { UserId, action: 'delete', entity: 'singleSignOn', pk: site });
    return { removed };
  },
};

const noSecret = 'Write the client secret that this provider gave you. Nothing was changed.';

/** Whoever names the provider decides whom it lets in: it is for somebody who may do all that the others may. */
async function demandHighest(tx: Ctx['tx'], caller: Ctx['caller']): Promise<void> {
  const people = await rightsOfPeople(tx, caller.site);
  if (people.every((person) => mayTakeInHand(caller, person))) return;
  fail(
    'no-permission',
    'Somebody at your clinic may do more than you. Single sign-on lets people in, so ask them, or a superuser, to set it up.',
  );
}

/** The sign-in page offers the provider to every e-mail of its domains, whoever types it. */
async function demandOwnDomains(tx: Ctx['tx'], { SuperUser }: Ctx['caller'], added: readonly string[]): Promise<void> {
  for (const domain of SuperUser ? [] : added) {
    if (!(await isDomainOfOthers(tx, domain))) continue;
    const sentence = `People of another site have e-mails of ${domain}. Ask a superuser to add it. Nothing was changed.`;
    fail('no-permission', sentence, { fields: { domains: sentence } });
  }
}

function stateOf({ publicUrl }: Ctx['services'], site: string, stored: StoredConnection | undefined) {
  return { redirectUri: redirectUri(publicUrl, site), connection: stored ? shown(stored) : null };
}

function shown({ Name, issuer, clientId, domains, passwordAllowed, Enabled }: StoredConnection): SsoConnection {
  return { Name, issuer, clientId, domains, passwordAllowed, Enabled };
}
