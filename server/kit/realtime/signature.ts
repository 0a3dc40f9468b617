import { createHmac } from 'node:crypto';
import type { PusherApp } from './pusher-app.ts';

/** Lets one socket into one channel, as the Pusher protocol signs it; `data` is what the channel is told of it. */
export function signatureOf({ key, secret }: PusherApp, joining: { socket: string; channel: string; data: string }) {
  const { socket, channel, data } = joining;
  return `${key}:${createHmac('sha256', secret).update(`${socket}:${channel}:${data}`).digest('hex')}`;
}
