import { loginPath } from '../public/paths.ts';

/** Where somebody logs in, and what the page that sends them there allows (spec 2, patientLogin). */
export type LoginAddress = {
  returnTo: string;
  /** The site's key. */
  w: string;
  /** People whom the clinic does not know, and guarantors, may come in. */
  aupl: boolean;
  agl: boolean;
};

/** `/patientLogin?returnTo=…&w=…&aupl=1&agl=1`, within an app of its own `/hep/login?…`; what is not allowed is left out. */
export function loginAddress({ returnTo, w, aupl, agl }: LoginAddress): string {
  const query = new URLSearchParams({ returnTo, w, ...(aupl && { aupl: '1' }), ...(agl && { agl: '1' }) });
  return `${loginPath(returnTo.split(/[?#]/)[0] ?? '')}?${query.toString()}`;
}

/** What stands in such an address; a site that is none leaves `w` null. */
export function readLoginAddress(query: URLSearchParams) {
  const w = query.get('w');
  return {
    returnTo: query.get('returnTo'),
    w: w !== null && /^[a-z][a-z0-9-]{0,40}$/.test(w) ? w : null,
    aupl: query.get('aupl') === '1',
    agl: query.get('agl') === '1',
  };
}
