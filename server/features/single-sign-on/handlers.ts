import { fail } from '#contract/base/errors.ts';
import type { singleSignOnEndpoints, SsoConnection } from '#contract/single-sign-on/endpoints.ts';
import { mayTakeInHand } from '#contract/users/rights.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Ctx, Handlers } from '#server/kit/context.ts';
import { redirectUri, secretPurpose } from '#server/kit/auth/single-sign-on/provider.ts';
import { openText, sealText } from '#server/kit/auth/sealed-text.ts';
import { connectionOf, putConnection, removeConnection, rightsOfPeople, type StoredConnection } from './store.ts';

export const singleSignOnHandlers: Handlers<typeof singleSignOnEndpoints> = {
  async get(_input, { tx, caller: { site }, services }) {
    return stateOf(services, site, await connectionOf(tx, site));
  },

  async save({ clientSecret, ...given }, { tx, caller, services }) {
    const { site, UserId } = caller;
    await assertHighest(tx, caller);
    const before = await connectionOf(tx, site);
    // A secret is for the provider it was made by: it is never sent to another one.
    const isSame = before?.issuer === given.issuer && before.clientId === given.clientId;
    const sealedSecret =
      clientSecret === undefined
        ? (isSame && isReadable(services, before) && before.sealedSecret) ||
          fail('invalid', noSecret, { fields: { clientSecret: 'is needed' } })
        : sealText(services.key, secretPurpose(site), clientSecret);
    const next = { ...given, confirmedDomains: confirmedBy(caller, given.domains, before), site, sealedSecret };
    await putConnection(tx, next);
    const detail = { written: writtenOf(before, next), ...detailOf(next) };
    await audit(tx, site, { UserId, action: 'update', entity: 'singleSignOn', pk: site, detail });
    return stateOf(services, site, next);
  },

  async remove(_input, { tx, caller }) {
    const { site, UserId } = caller;
    await assertHighest(tx, caller);
    const removed = await removeConnection(tx, site);
    if (removed) await audit(tx, site, { UserId, action: 'delete', entity: 'singleSignOn', pk: site });
    return { removed };
  },
};

const noSecret = 'Enter the client secret from this provider. Nothing was changed.';

/** Whoever names the provider decides whom it lets in: it is for somebody who may do all that the others may. */
async function assertHighest(tx: Ctx['tx'], caller: Ctx['caller']): Promise<void> {
  const people = await rightsOfPeople(tx, caller.site);
  if (people.every((person) => mayTakeInHand(caller, person))) return;
  fail(
    'no-permission',
    'Others at your clinic have more rights than you. Single sign-on lets people in, so ask one of them or a superuser to set it up.',
  );
}

/**
 * The sign-in page offers the provider to every e-mail of its domains, whoever types it: a superuser confirms that they
 * are the site's own. Every domain is told alike, so that nobody learns which ones other sites use.
 */
function confirmedBy(
  { SuperUser }: Ctx['caller'],
  domains: readonly string[],
  before: StoredConnection | undefined,
): string[] {
  return domains.filter((domain) => SuperUser || before?.confirmedDomains.includes(domain));
}

/** The names of what changed, as the log tells them; of the secret never more than that. */
function writtenOf(before: StoredConnection | undefined, next: StoredConnection): string {
  const changed = (Object.keys(next) as (keyof StoredConnection)[]).filter(
    (field) => JSON.stringify(next[field]) !== JSON.stringify(before?.[field]),
  );
  return changed
    .filter((field) => field !== 'site')
    .map((field) => (field === 'sealedSecret' ? 'clientSecret' : field))
    .toSorted()
    .join(', ');
}

function detailOf({ issuer, clientId, domains, confirmedDomains, passwordAllowed, Enabled }: StoredConnection) {
  return {
    issuer,
    clientId,
    domains: domains.join(', '),
    confirmed: confirmedDomains.join(', '),
    password: String(passwordAllowed),
    Enabled: String(Enabled),
  };
}

function stateOf(services: Ctx['services'], site: string, stored: StoredConnection | undefined) {
  return {
    redirectUri: redirectUri(services.publicUrl, site),
    connection: stored ? shown(stored, isReadable(services, stored)) : null,
  };
}

function isReadable({ key }: Ctx['services'], { site, sealedSecret }: StoredConnection): boolean {
  return openText(key, secretPurpose(site), sealedSecret) !== undefined;
}

function shown({ site: _, sealedSecret: __, ...stored }: StoredConnection, isSecretReadable: boolean): SsoConnection {
  return { ...stored, isSecretReadable };
}
