/** What our tests use of it; the package brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Interaction = { params: Record<string, unknown>; prompt: { name: string }; grantId?: string };
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, reply: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, reply: ServerResponse): Promise<Interaction>;
    interactionFinished(request: IncomingMessage, reply: ServerResponse, result: object): Promise<void>;
    Grant: {
      new (of: { accountId: string; clientId: string }): Grant;
      find(grantId: string): Promise<Grant | undefined>;
    };
  }
  type Configuration = {
    clients: { client_id: string; client_secret: string; redirect_uris: string[] }[];
    claims: Record<string, string[]>;
    cookies: { keys: string[] };
    features: object;
    findAccount(context: unknown, accountId: string): { accountId: string; claims(): Record<string, unknown> };
  };
}
