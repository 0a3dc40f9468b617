import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SigningKey, SigningKeys } from './tokens.ts';

/** A browser that people have signed in from, with a mark of each: their failures there count apart. */
export type KnownBrowser = { id: string; marks: string[] };

/** People who share a front desk's browser; who has been away longest goes first. */
const most = 20;
export const knownForMs = 180 * 24 * 3_600_000;

/** Over https no other host, and no page without https, can set a cookie of this name (RFC 6265bis, prefixes). */
export const knownCookie = ({ secure }: { secure: boolean }) => (secure ? '__Host-mainstay_known' : 'mainstay_known');

const idPattern = /^[\w-]{22}$/;
const markPattern = /^[\w-]{16}$/;

/** What the cookie says, if it is one of ours. It proves nothing but that somebody signed in there once. */
export function readKnownBrowser(keys: SigningKeys, cookie: string): KnownBrowser | undefined {
  const [id = '', marks = '', mac = '', ...rest] = cookie.split('.');
  if (rest.length > 0 || !idPattern.test(id) || cookie.length > 600) return undefined;
  const given = Buffer.from(mac);
  const isOurs = (key: SigningKey) => {
    const expected = Buffer.from(macOf(key, `${id}.${marks}`));
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  if (!keys.all.some(isOurs)) return undefined;
  return { id, marks: marks.split('~').filter((mark) => markPattern.test(mark)) };
}

/** The cookie after a person has signed in. */
export function writeKnownBrowser({ current }: SigningKeys, known: KnownBrowser | undefined, email: string): string {
  const id = known?.id ?? randomBytes(16).toString('base64url');
  const mark = markOf(id, email);
  const marks = [mark, ...(known?.marks ?? []).filter((each) => each !== mark)].slice(0, most).join('~');
  return `${id}.${marks}.${macOf(current, `${id}.${marks}`)}`;
}

/** Whose mark it has; undefined of someone who never signed in there. */
export function markIn(known: KnownBrowser | undefined, email: string): string | undefined {
  const mark = known && markOf(known.id, email);
  return mark !== undefined && known?.marks.includes(mark) ? mark : undefined;
}

function markOf(id: string, email: string): string {
  return createHash('sha256').update(`${id} ${email.toLowerCase()}`).digest('base64url').slice(0, 16);
}

function macOf(key: SigningKey, text: string): string {
  return createHmac('sha256', key.browsers).update(text).digest('base64url');
}
