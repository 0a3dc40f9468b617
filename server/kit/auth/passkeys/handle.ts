import { SiteKey, UserId } from '#contract/base/ids.ts';

type Owner = { site: string; UserId: string };

/** What an authenticator keeps beside a passkey and shows with it: whose it is, and at which site (16 bytes, then text). */
export function handleOf({ site, UserId: id }: Owner): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...Buffer.from(id.replaceAll('-', ''), 'hex'), ...Buffer.from(site)]);
}

/** The reverse, of what a caller sent; it is not signed, so it only says where to look. */
export function ownerOf(handle: string | undefined): Owner | undefined {
  const bytes = Buffer.from(handle ?? '', 'base64url');
  const hex = bytes.subarray(0, 16).toString('hex');
  const id = UserId.safeParse(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
  const site = SiteKey.safeParse(bytes.subarray(16).toString());
  return id.success && site.success ? { site: site.data, UserId: id.data } : undefined;
}
