import type { Outgoing } from '#server/kit/outgoing/outgoing.ts';

/** One text on its way. `MessageId` is the same at every try, so that a gateway can tell it was here before. */
export type Text = { MessageId: string; to: string; body: string };
/** What became of a try: gone, to be tried again, or never. */
export type TextOutcome =
  | { state: 'sent' }
  | { state: 'kept' }
  | { state: 'waiting'; problem: string }
  | { state: 'failed'; problem: string };
export type Texts = { isConnected: boolean; send(text: Text): Promise<TextOutcome> };

/** No gateway is set up: texts stay readable on 'Sent messages'. */
export const embeddedTexts: Texts = { isConnected: false, send: async () => ({ state: 'kept' }) };

export type TextSettings = { url: string; token: string; from: string };

/**
 * A gateway that takes texts by HTTP: `POST {id, from, to, body}` as JSON with a bearer token. 2xx took it (also a second
 * time under the same id); 400, 404, 410 and 422 never will; with anything else it is asked again.
 */
export function httpTexts({ url, token, from }: TextSettings, fetch: Outgoing): Texts {
  return {
    isConnected: true,
    async send({ MessageId, to, body }) {
      try {
        const reply = await fetch(url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${token}`,
            'idempotency-key': MessageId,
          },
          body: JSON.stringify({ id: MessageId, from, to, body }),
        });
        return outcomeOf(reply.status);
      } catch {
        return { state: 'waiting', problem: 'The text gateway did not answer. Mainstay will try again.' };
      }
    },
  };
}

/** The gateway's own words may hold anything and are not kept. */
function outcomeOf(status: number): TextOutcome {
  if (status >= 200 && status < 300) return { state: 'sent' };
  if ([400, 404, 410, 422].includes(status))
    return { state: 'failed', problem: `The text gateway rejected this number or text (${status}).` };
  if (status === 401 || status === 403)
    return { state: 'waiting', problem: 'The text gateway rejected Mainstay’s token.' };
  return {
    state: 'waiting',
    problem: `The text gateway could not accept it yet (${status}). Mainstay will try again.`,
  };
}
