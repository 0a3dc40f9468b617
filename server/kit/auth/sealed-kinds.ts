type Owned = { site: string; UserId: string };

/** What each secret in the database is sealed for. */
export const secretsOf = {
  secondFactor: ({ site, UserId }: Owned) => `second factor|${site}|${UserId}`,
  device: ({ site, UserId }: Owned) => `device secret|${site}|${UserId}`,
  singleSignOn: ({ site }: Pick<Owned, 'site'>) => `sso secret|${site}`,
};

/** A column whose texts are sealed under the signing key. */
export type SealedKind = {
  name: string;
  table: string;
  column: string;
  /** What tells rows of one site apart; none where a site has one. */
  key: 'UserId' | null;
  purpose(row: Owned): string;
};

/** Everything at rest that is sealed under the signing key: rotating it seals all of these anew. */
export const sealedKinds: readonly SealedKind[] = [
  {
    name: 'second factors',
    table: 'second_factors',
    column: 'sealedKey',
    key: 'UserId',
    purpose: secretsOf.secondFactor,
  },
  {
    name: 'device secrets',
    table: 'device_secrets',
    column: 'sealedSecret',
    key: 'UserId',
    purpose: secretsOf.device,
  },
  {
    name: 'secrets of single sign-on',
    table: 'sso_connections',
    column: 'sealedSecret',
    key: null,
    purpose: secretsOf.singleSignOn,
  },
];
