import type { z } from 'zod';

/**
 * Who may call: `public` needs no login; `{}` is any signed-in staff member; `all` needs every
 * permission and `any` at least one (spec 6); `superuser` needs the claim on the identity.
 */
export type Access = 'public' | { all?: readonly string[]; any?: readonly string[]; superuser?: true };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What brings something of many patients at once: the audit log has one entry for all of them. */
export type Delivery =
  | 'first sync'
  | 'sync'
  | 'schedule'
  | 'patient search'
  | 'same people'
  | 'waitlist'
  | 'documentation'
  | 'claims to correct'
  | 'messages';

/**
 * Whose charts: those of the patient, visit, case, claim or note that a field of the input names, or the patients (ids) that the
 * reply tells of. With `at`, it tells of many at once; `fetched`: a device asks for it by itself.
 */
export type ChartOf =
  | { patient: string }
  | { visit: string }
  | { case: string }
  | { claim: string }
  | { note: string }
  | { reply: (reply: never) => Iterable<string>; at?: Delivery; fetched?: true };

/** Whose charts a call shows, or in a sentence why it shows none. */
export type Showing = { chartOf: ChartOf; noChart?: never } | { noChart: string; chartOf?: never };

/** One call of the API. Path parameters (`:id`) and query or body fields together are `input`. */
export type Endpoint = Showing & {
  call: `${Method} /${string}`;
  access: Access;
  input: z.ZodObject;
  reply: z.ZodType;
  summary: string;
  /** May wait in the outbox and be replayed by sync. */
  queueable?: true;
  /** Reads and keeps sign-in state in cookies, or streams: mounted by hand, still listed here. */
  byHand?: true;
  /** The reply is a SentFile (sent-file.ts), and leaves as a file of this type. */
  sends?: 'application/pdf' | 'application/octet-stream';
  /** Largest body in bytes; 256 KiB unless told. */
  bodyLimit?: number;
  /** Open also to who sees the dashboard only, and has to ask for emergency access (spec 6). */
  onDashboard?: true;
  /** Why a queued call whose reply is not a plain success stays with the user, or null. */
  refusal?: (reply: never) => string | null;
  /** Which visits the call moved on, from which state to which: a later call of the device may still name the first. */
  stamps?: (reply: never) => { VisitId: string; was: string | null; is: string }[];
  /** Why a part of a queued call stays with the user though the rest was applied, with the row as it is now; or null. */
  leftover?: (reply: never) => { reason: string; current: unknown } | null;
};

export type EndpointTable = Record<string, Endpoint>;
/** A table of calls that the server has to answer at once. */
export type OnlineTable = Record<string, Endpoint & { queueable?: never }>;

export function methodOf(endpoint: Endpoint): Method {
  return endpoint.call.slice(0, endpoint.call.indexOf(' ')) as Method;
}

export function pathOf(endpoint: Endpoint): string {
  return endpoint.call.slice(endpoint.call.indexOf(' ') + 1);
}

/** Whether a field travels in the query: those of what reads and removes, but for `base`, which is an object. */
export function isInQuery(endpoint: Endpoint, field: string): boolean {
  const method = methodOf(endpoint);
  return method === 'GET' || (method === 'DELETE' && field !== 'base');
}
