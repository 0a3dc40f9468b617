import { z } from 'zod';

/** Every way a call can be refused, with its HTTP status (spec 8). */
export const failureStatus = {
  'user-visible': 490,
  'must-dismiss': 490,
  'signed-out': 401,
  /** The password is right; the sign-in asks for a code as well. */
  'multifactor-required': 401,
  'select-site': 403,
  'not-configured': 403,
  'ip-blocked': 403,
  'no-permission': 403,
  'not-found': 404,
  'changed-elsewhere': 409,
  conflict: 409,
  /** This device was ordered to erase itself; `current` is the order (contract/session/device.ts). */
  'device-erased': 410,
  invalid: 422,
  'too-many': 429,
  unavailable: 503,
} as const;
export type FailureKind = keyof typeof failureStatus;
export const FailureKind = z.enum(Object.keys(failureStatus) as [FailureKind, ...FailureKind[]]);

/** The body of every refusal. `fields` maps an input path to one sentence. */
export const Failure = z.object({
  kind: FailureKind,
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
  /** The server's current row, where a queued call was refused because of it. */
  current: z.unknown().optional(),
});
export type Failure = z.output<typeof Failure>;

const kindByStatus: Record<number, FailureKind> = {
  401: 'signed-out',
  403: 'no-permission',
  404: 'not-found',
  409: 'conflict',
  422: 'invalid',
  429: 'too-many',
  490: 'user-visible',
};

/** What a status alone says: also of a kind that is newer than this app. Nothing is erased by it. */
export function kindOfStatus(status: number): FailureKind {
  return kindByStatus[status] ?? 'unavailable';
}

const Told = Failure.extend({ kind: z.string() });

/** The refusal in a body; null where it is none of ours, but of a proxy, a filter or a network's page for guests. */
export function failureOf(body: unknown, status: number): Failure | null {
  const told = Told.safeParse(body).data;
  return told ? { ...told, kind: FailureKind.safeParse(told.kind).data ?? kindOfStatus(status) } : null;
}

/** Whether somebody on the way answered in the server's place: what that refuses has its reason with it. */
export function isOfAnother(status: number, failure: Failure | null): boolean {
  return failure === null && status >= 400 && status < 500 && ![413, 429, 490].includes(status);
}

export class AppError extends Error {
  readonly kind: FailureKind;
  readonly fields: Record<string, string> | undefined;
  readonly current: unknown;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;
  constructor(
    kind: FailureKind,
    message: string,
    more: { fields?: Record<string, string>; current?: unknown; retryAfter?: number; requestId?: string } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.kind = kind;
    this.fields = more.fields;
    this.current = more.current;
    this.retryAfter = more.retryAfter;
    this.requestId = more.requestId;
  }
}

/** Refuses the call with a sentence the user may read. */
export function fail(
  kind: FailureKind,
  sentence: string,
  more?: { fields?: Record<string, string>; current?: unknown },
): never {
  throw new AppError(kind, sentence, more);
}

/** The refusal that means this call can never succeed as it stands, against one worth trying again. */
export function isTransient(kind: FailureKind): boolean {
  return kind === 'too-many' || kind === 'unavailable' || kind === 'signed-out';
}
