import { createHash, randomBytes } from 'node:crypto';
import { fail } from '#contract/base/errors.ts';
import type { fileEndpoints } from '#contract/files/endpoints.ts';
import { audit } from '#server/kit/audit/audit.ts';
import { sha256 } from '#server/kit/auth/tokens.ts';
import type { Handlers } from '#server/kit/context.ts';
import { unknownIds } from '#server/kit/db/rows.ts';
import { filesOf, versionOf } from './store.ts';

/** How long an address of a file works. */
const addressMs = 60_000;
const goneSentence = 'This address no longer works. Open the file again from the chart.';
const endings = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
} as const;

/** Files of charts, for the staff. Every address that is given out is audited. */
export const fileHandlers: Handlers<typeof fileEndpoints> = {
  async list({ id }, { tx }) {
    if ((await unknownIds(tx, 'patients', [id])).length > 0)
      fail('not-found', 'This patient was not found, or you can’t see them.');
    return { PatientId: id, files: await filesOf(tx, id) };
  },

  async download({ id }, { tx, caller, now }) {
    const version = await versionOf(tx, id);
    if (!version || (await unknownIds(tx, 'patients', [version.PatientId])).length > 0)
      fail('not-found', 'This file was not found, or you can’t see it.');
    const { PatientId, Name, MediaType } = version;
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + addressMs).toISOString();
    await tx.run(`delete from file_links where site = app_site() and "expiresAt" < $1`, [now]);
    await tx.run(
      `insert into file_links (site, "tokenHash", "FileVersionId", "UserId", "SessionId", "expiresAt") values (app_site(), $1, $2, $3, $4, $5)`,
      [sha256(token), id, caller.UserId, caller.SessionId ?? null, expiresAt],
    );
    const { site, UserId } = caller;
    await audit(tx, site, { UserId, action: 'download', entity: 'files', pk: id, PatientId });
    return { url: `/api/files/content/${token}`, expiresAt, name: Name, MediaType, PatientId };
  },

  async content({ token }, { tx, caller, now, services }) {
    const hash = sha256(token);
    const link = await tx.maybe<{ FileVersionId: string; isOpen: boolean }>(
      `delete from file_links where site = app_site() and "tokenHash" = $1 and "UserId" = $2 and "SessionId" is not distinct from $3
       returning "FileVersionId", "expiresAt" > $4 as "isOpen"`,
      [hash, caller.UserId, caller.SessionId ?? null, now],
    );
    const version = link?.isOpen ? await versionOf(tx, link.FileVersionId) : undefined;
    if (!version || (await unknownIds(tx, 'patients', [version.PatientId])).length > 0) fail('not-found', goneSentence);
    const content = await services.files.get({ site: caller.site, FileVersionId: version.FileVersionId }, version);
    if (!content || createHash('sha256').update(content).digest('hex') !== version.Sha256)
      fail(
        'user-visible',
        'The content of this file is missing or damaged on the server. Ask your administrator to restore it.',
      );
    return { filename: `file-${version.FileVersionId}.${endings[version.MediaType]}`, content };
  },
};
