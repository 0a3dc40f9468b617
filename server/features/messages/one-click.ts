import type { FastifyInstance } from 'fastify';
import { fail } from '#contract/base/errors.ts';
import type { Database } from '#server/kit/db/database.ts';
import { oneClickPath } from '#server/kit/messages/addresses.ts';
import { onLink, unsubscribe } from './links.ts';

/** As a form of either kind: `List-Unsubscribe=One-Click`, or a part of that name with that text. */
const asked = /List-Unsubscribe(?:=|"[^-]*\r?\n\r?\n)One-Click/;
/** The token names a link that ends one kind of emails and shows nothing. */
const path = `${oneClickPath}:token`;
type Named = { Params: { token: string } };

/**
 * What a mail program sends where its reader pressed 'Unsubscribe' (RFC 8058): without a login or a cookie. Looking at the
 * address changes nothing; it leads people to a page with a button.
 */
export function oneClick(app: FastifyInstance, database: Database): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('*', { parseAs: 'string', bodyLimit: 2_048 }, (_request, body, done) => {
    done(null, body);
  });
  app.post<Named>(path, async ({ body, params: { token } }) => {
    if (typeof body !== 'string' || !asked.test(body))
      fail('invalid', 'This address takes List-Unsubscribe=One-Click. Nothing was changed.');
    await onLink(database, { token }, unsubscribe());
    return {};
  });
  app.get<Named>(path, (request, reply) => reply.redirect(`/s/${encodeURIComponent(request.params.token)}`, 303));
}
