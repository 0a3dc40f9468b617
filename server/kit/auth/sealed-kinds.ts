type Owned = { site: string; UserId: string };

/** What each secret in the database is sealed for. */
export const secretsOf = {
  secondFactor: ({ site, UserId }: Owned) => `second factor|${site}|${UserId}`,
  device: ({ site, UserId }: Owned) => `device secret|${site}|${UserId}`,
  singleSignOn: ({ site }: Pick<Owned, 'site'>) => `sso secret|${site}`,
  file: ({ site, FileVersionId }: { site: string; FileVersionId: string }) => `file key|${site}|${FileVersionId}`,
  kiosk: ({ site, KioskKeyId }: { site: string; KioskKeyId: string }) => `kiosk key|${site}|${KioskKeyId}`,
};

/** A column whose texts are sealed under the signing key. */
export type SealedKind = {
  name: string;
  table: string;
  column: string;
  /** Whose it is: the column that tells rows of a site apart. */
  owner: 'UserId' | 'site' | 'FileVersionId' | 'KioskKeyId';
  purpose(row: Owned): string;
};

/** Everything at rest that is sealed under the signing key: rotating it seals all of these anew. */
export const sealedKinds: readonly SealedKind[] = [
  {
    name: 'second factors',
    table: 'second_factors',
    column: 'sealedKey',
    owner: 'UserId',
    purpose: secretsOf.secondFactor,
  },
  {
    name: 'device secrets',
    table: 'device_secrets',
    column: 'sealedSecret',
    owner: 'UserId',
    purpose: secretsOf.device,
  },
  {
    name: 'secrets of single sign-on',
    table: 'sso_connections',
    column: 'sealedSecret',
    owner: 'site',
    purpose: secretsOf.singleSignOn,
  },
  {
    name: 'keys of files',
    table: 'file_versions',
    column: 'sealedFileKey',
    owner: 'FileVersionId',
    purpose: ({ site, UserId }) => secretsOf.file({ site, FileVersionId: UserId }),
  },
  {
    name: 'keys of kiosks',
    table: 'kiosk_keys',
    column: 'sealedPrivateKey',
    owner: 'KioskKeyId',
    purpose: ({ site, UserId }) => secretsOf.kiosk({ site, KioskKeyId: UserId }),
  },
];
