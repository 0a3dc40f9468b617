import type { Base } from '#contract/base/base.ts';
import { isChangedSince } from '#contract/base/changed-meanwhile.ts';
import { fail } from '#contract/base/errors.ts';
import {
  mostDomains,
  noConnection,
  type singleSignOnEndpoints,
  type SsoConnection,
} from '#contract/single-sign-on/endpoints.ts';
import { mayTakeInHand } from '#contract/users/rights.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Ctx, Handlers } from '#server/kit/context.ts';
import { redirectUri } from '#server/kit/auth/single-sign-on/provider.ts';
import { secretsOf } from '#server/kit/auth/sealed-kinds.ts';
import { openText, sealText } from '#server/kit/auth/sealed-text.ts';
import { assertAsSeen, mergedWrite, refuseOvertaken } from '#server/kit/merged-write.ts';
import {
  connectionOf,
  lockConnection,
  putConnection,
  removeConnection,
  rightsOfPeople,
  type StoredConnection,
} from './store.ts';

/** What is typed of a connection, without its secret. */
type Fields = Pick<SsoConnection, keyof typeof noConnection>;
const noun = 'connection';

export const singleSignOnHandlers: Handlers<typeof singleSignOnEndpoints> = {
  async get(_input, { tx, caller: { site }, services }) {
    return stateOf(services, site, await connectionOf(tx, site));
  },

  async save({ clientSecret, base, ...mine }, { tx, caller, services }) {
    const { site, UserId } = caller;
    await assertHighest(tx, caller);
    const before = await lockConnection(tx, site);
    const current = before ? shown(before, isReadable(services, before)) : {};
    const given = merged(before, mine, base, current);
    // A secret is for the provider it was made by: it is never sent to another one.
    if (clientSecret !== undefined && !isSameProvider(given, mine)) refuseOvertaken(current, noun);
    const isSame = isSameProvider(given, before);
    const sealedSecret =
      clientSecret === undefined
        ? (isSame && before && isReadable(services, before) && before.sealedSecret) ||
          fail('invalid', noSecret, { fields: { clientSecret: 'is needed' } })
        : sealText(services.key, secretsOf.singleSignOn({ site }), clientSecret);
    const confirmedDomains = confirmedBy(caller, { typed: mine.domains, all: given.domains, before });
    const next = { ...given, confirmedDomains, site, sealedSecret };
    await putConnection(tx, next);
    const detail = { written: writtenOf(before, next), ...detailOf(next) };
    await audit(tx, site, { UserId, action: 'update', entity: 'singleSignOn', pk: site, detail });
    return stateOf(services, site, next);
  },

  async remove({ base }, { tx, caller, services }) {
    const { site, UserId } = caller;
    await assertHighest(tx, caller);
    const before = await lockConnection(tx, site);
    if (before) assertAsSeen(shown(before, isReadable(services, before)), base, noun);
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

/** What is saved over what others saved since; one that is gone, or came meanwhile, is not written over. */
function merged(before: StoredConnection | undefined, mine: Fields, base: Base | undefined, current: object): Fields {
  if (!before && isChangedSince(base ?? {}, noConnection)) refuseOvertaken(current, noun);
  const how = { noun, current, together: [['issuer', 'clientId']], parts: { domains: 'set' } } as const;
  const given = mergedWrite(before ?? noConnection, mine, base, how);
  if (given.domains.length > mostDomains)
    fail('invalid', `There are more than ${mostDomains} domains with those that someone else added.`, {
      fields: { domains: `must be at most ${mostDomains}` },
    });
  return given;
}

type Provider = Pick<Fields, 'issuer' | 'clientId'>;
const isSameProvider = (one: Provider, other: Provider | undefined): boolean =>
  one.issuer === other?.issuer && one.clientId === other.clientId;

/**
 * The sign-in page offers the provider to every e-mail of its domains, whoever types it: a superuser confirms that they
 * are the site's own, of those on their screen. Every domain is told alike, so that nobody learns which ones other sites use.
 */
function confirmedBy(
  { SuperUser }: Ctx['caller'],
  { typed, all, before }: { typed: readonly string[]; all: readonly string[]; before: StoredConnection | undefined },
): string[] {
  const isConfirmed = (domain: string) => before?.confirmedDomains.includes(domain) ?? false;
  return all.filter((domain) => isConfirmed(domain) || (SuperUser && typed.includes(domain)));
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
  return openText(key, secretsOf.singleSignOn({ site }), sealedSecret) !== undefined;
}

function shown({ site: _, sealedSecret: __, ...stored }: StoredConnection, isSecretReadable: boolean): SsoConnection {
  return { ...stored, isSecretReadable };
}
