import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** Where a request comes from that Fastify does not see, read as Fastify reads it. */
export function addressReader(trustProxy: string | false): (request: IncomingMessage) => string {
  if (trustProxy === false) return (request) => request.socket.remoteAddress ?? '';
  const trusts = proxyAddress.compile(trustProxy.split(',').map((each) => each.trim()));
  return (request) => proxyAddress(request, trusts);
}
