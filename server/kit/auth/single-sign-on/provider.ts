import type { Configuration, CustomFetch } from 'openid-client';
import type { Outgoing } from '#server/kit/outgoing/outgoing.ts';

/** An OpenID provider as a site has set it up. */
export type Provider = { issuer: string; clientId: string; clientSecret: string };
/** How this server calls providers; `isLoopback` for tests alone. */
export type Calls = { outgoing: Outgoing; isLoopback: boolean };
/** What one attempt to sign in is bound to; kept by the browser, sealed. */
export type Checks = { state: string; nonce: string; verifier: string };
/** Who the provider says somebody is; the e-mail only when the provider has verified it. */
export type Person = { subject: string; email: string | null };

/** Each site has its own, so that the reply of one provider cannot be taken for that of another (RFC 9700, 4.4). */
export function redirectUri(publicUrl: string, site: string): string {
  return `${publicUrl}/login/sso/${site}`;
}

/** Loaded where a site has a provider. */
const openidClient = () => import('openid-client');

/** Reads the provider's description; throws when it is not there or names another issuer. */
export async function describeProvider(calls: Calls, { issuer, clientId, clientSecret }: Provider) {
  const oidc = await openidClient();
  const customFetch: CustomFetch = (url, { body, ...request }) =>
    calls.outgoing(url, { ...request, body: body as string | URLSearchParams | null | undefined });
  const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
    [oidc.customFetch]: customFetch,
    ...(calls.isLoopback && { execute: [oidc.allowInsecureRequests] }),
  });
  const metadata = found.serverMetadata();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
  const described = new oidc.Configuration(metadata, clientId, undefined, authentication(clientSecret));
  described[oidc.customFetch] = customFetch;
  if (calls.isLoopback) oidc.allowInsecureRequests(described);
  // The signature of the ID token is checked though it came over TLS.
  oidc.enableNonRepudiationChecks(described);
  return described;
}

/** Where the browser goes, and what has to come back. */
export async function authorization(
  provider: Configuration,
  { redirectTo, email }: { redirectTo: string; email: string | undefined },
): Promise<{ address: string; checks: Checks }> {
  const oidc = await openidClient();
  const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
  const address = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: redirectTo,
    scope: 'openid email',
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
    ...(email !== undefined && { login_hint: email }),
  });
  // A provider could name a script for its page.
  if (!/^https?:$/.test(address.protocol)) throw new Error('The provider has no sign-in page.');
  return { address: address.href, checks };
}

/** Redeems the code of a reply; throws for anything that does not fit the attempt. */
export async function personOf(
  provider: Configuration,
  { redirectTo, answer, checks }: { redirectTo: string; answer: string; checks: Checks },
): Promise<Person> {
  const oidc = await openidClient();
  const url = new URL(redirectTo);
  url.search = answer;
  const tokens = await oidc.authorizationCodeGrant(provider, url, {
    pkceCodeVerifier: checks.verifier,
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('The provider sent no ID token.');
  const told =
    claims['email'] === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
      ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub)
      : claims;
  const { email, email_verified: isVerified } = told;
  return { subject: claims.sub, email: isVerified === true && typeof email === 'string' ? email : null };
}
