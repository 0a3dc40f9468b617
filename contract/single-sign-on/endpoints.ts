import { z } from 'zod';
import { withBase } from '../base/base.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { SiteKey } from '../base/ids.ts';
import { Line } from '../base/text.ts';
import { Session } from '../session/current-user.ts';

const setUp = { all: ['access company', 'manage company settings'] };

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/, 'must be domains such as clinic.example');

const Issuer = z
  .string()
  .trim()
  .max(300)
  .regex(/^https?:\/\/[^\s?#]+$/, 'must be an address that begins with https://');

export const SsoConnection = z.object({
  Name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  domains: z.array(z.string()),
  /** Those of the domains that a superuser has confirmed: they alone count. */
  confirmedDomains: z.array(z.string()),
  /** Not when the server's key is another than the one it was sealed with: then it has to be written again. */
  isSecretReadable: z.boolean(),
  /** Whether who has an e-mail of these domains may also sign in with a password. */
  passwordAllowed: z.boolean(),
  Enabled: z.boolean(),
});
export type SsoConnection = z.output<typeof SsoConnection>;

/** What is seen where the site has none. */
export const noConnection = {
  Name: '',
  issuer: '',
  clientId: '',
  domains: new Array<string>(),
  passwordAllowed: true,
  Enabled: true,
};

export const mostDomains = 20;

/** Null where the site has none; `redirectUri` is what the provider must be told. */
const State = z.object({ redirectUri: z.string(), connection: SsoConnection.nullable() });

export const singleSignOnEndpoints = {
  get: {
    call: 'GET /company/singleSignOn',
    access: setUp,
    noChart: 'About the sign-in service.',
    summary: 'Returns the site’s OpenID provider, without its secret.',
    input: z.strictObject({}),
    reply: State,
  },
  save: {
    call: 'PUT /company/singleSignOn',
    access: setUp,
    noChart: 'About the sign-in service.',
    summary: 'Saves the provider. Needs all rights that others here have. Saving as a superuser confirms the domains.',
    input: z.strictObject({
      Name: Line(60),
      issuer: Issuer,
      clientId: z.string().trim().min(1).max(300),
      /** Left out: the one from before. */
      clientSecret: z.string().min(1).max(500).optional(),
      domains: z.array(Domain).min(1, 'must name a domain').max(mostDomains),
      passwordAllowed: z.boolean(),
      Enabled: z.boolean(),
      ...withBase,
    }),
    reply: State,
  },
  remove: {
    call: 'DELETE /company/singleSignOn',
    access: setUp,
    noChart: 'About the sign-in service.',
    summary: 'Removes the provider. Everyone signs in with a password or passkey again.',
    input: z.strictObject(withBase),
    reply: z.object({ removed: z.boolean() }),
  },
  test: {
    call: 'POST /company/singleSignOn/test',
    access: setUp,
    byHand: true,
    noChart: 'About the sign-in service.',
    summary: 'Tests the connection to a provider. Saves nothing.',
    input: z.strictObject({ issuer: Issuer }),
    reply: z.object({ answers: z.boolean(), sentence: z.string() }),
  },
  ways: {
    call: 'POST /session/sso/ways',
    access: 'public',
    byHand: true,
    noChart: 'About the sign-in service.',
    summary: 'Lists the providers for an email domain.',
    input: z.strictObject({ email: z.email().max(120) }),
    reply: z.object({ ways: z.array(z.object({ site: SiteKey, name: z.string() })) }),
  },
  start: {
    call: 'POST /session/sso/start',
    access: 'public',
    byHand: true,
    noChart: 'About the sign-in service.',
    summary: 'Returns the sign-in address. The reply works in this browser only, for ten minutes.',
    input: z.strictObject({ site: SiteKey, email: z.email().max(120).optional(), returnTo: z.string().max(500) }),
    reply: z.object({ address: z.string() }),
  },
  finish: {
    call: 'POST /session/sso/finish',
    access: 'public',
    byHand: true,
    noChart: 'About the sign-in service.',
    summary: 'Signs in with the provider’s reply. The refresh token is an HttpOnly cookie.',
    input: z.strictObject({
      site: SiteKey,
      /** The query that the provider sent the browser back with. */
      answer: z.string().max(4_000),
    }),
    reply: z.object({
      session: Session,
      returnTo: z.string(),
      /** Wraps the keys of this person's devices, who has no password here. */
      deviceSecret: z.string(),
    }),
  },
  deviceSecret: {
    call: 'POST /session/sso/deviceSecret',
    access: {},
    byHand: true,
    noChart: 'About the sign-in service.',
    summary: 'Returns the caller’s device secret, to add a password to a single sign-on device.',
    input: z.strictObject({}),
    reply: z.object({ deviceSecret: z.string() }),
  },
} as const satisfies OnlineTable;
