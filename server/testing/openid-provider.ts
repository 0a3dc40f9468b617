import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export type SignedInAs = { subject: string; email?: string; email_verified?: boolean };

export type TestProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who signs in there from now on, without being asked. */
  becomes(person: SignedInAs): void;
  /** Goes through the provider as a browser does; the query it sends the browser back with. */
  signInAt(address: string): Promise<string>;
  stop(): Promise<void>;
};

/** A real OpenID provider on this machine whose sign-in form fills itself in. */
export async function openIdProvider(redirectUris: string[]): Promise<TestProvider> {
  let person: SignedInAs = { subject: 'nobody' };
  const people = new Map<string, SignedInAs>();
  // Its address is part of what it is made of.
  const server = createServer((request, reply) => void answer(request, reply));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['mainstay', 'a secret of the clinic at the provider'];
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['a key of this test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => {
        const { subject, ...claims } = people.get(accountId) ?? { subject: accountId };
        return { sub: subject, ...claims };
      },
    }),
  });
  const handle = provider.callback();

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/interaction/')) return handle(request, reply);
    const { params, prompt, grantId } = await provider.interactionDetails(request, reply);
    if (prompt.name === 'login') {
      people.set(person.subject, person);
      return provider.interactionFinished(request, reply, { login: { accountId: person.subject } });
    }
    const grant =
      (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
      new provider.Grant({ accountId: person.subject, clientId: String(params['client_id']) });
    grant.addOIDCScope('openid email');
    return provider.interactionFinished(request, reply, { consent: { grantId: await grant.save() } });
  }

  return {
    issuer,
    clientId,
    clientSecret,
    becomes: (next) => void (person = next),
    async signInAt(address) {
      const jar = new Map<string, string>();
      let at = new URL(address);
      for (let step = 0; step < 10; step += 1) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const reply = await fetch(at, { redirect: 'manual', headers: { cookie } });
        for (const set of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          jar.set(name, value);
        }
        const next = reply.headers.get('location');
        if (next === null) throw new Error(`The provider answered ${reply.status}: ${await reply.text()}`);
        at = new URL(next, at);
        if (at.origin !== issuer) return at.search.slice(1);
      }
      throw new Error('The provider sent the browser in circles.');
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
