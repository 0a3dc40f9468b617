/** As much of an endpoint as its types say: the table itself, with its schemas, stays on the server. */
type Called = { call: string; input: { _zod: { input: unknown } }; reply: { _zod: { output: unknown } } };

/** What came of a call. Nothing is thrown: a refusal has the server's sentence, `status` 0 is no connection. */
export type Answer<T> = { data: T; error?: never } | { data?: never; error: Refused };
/** `current`: how things stand now, of a refusal that tells. */
export type Refused = { status: number; message: string; current?: unknown };

type Call<E extends Called> = (
  input: E['input']['_zod']['input'],
  options?: { token?: string },
) => Promise<Answer<E['reply']['_zod']['output']>>;

/** A connection that says nothing for so long is none. */
const longestMs = 20_000;

/** One call of the API by its line in the table, such as `POST /messages/link`: the type says whether it is one. */
export function endpoint<E extends Called>(call: E['call']): Call<E> {
  const [method = '', path = ''] = call.split(' ');
  return async (input, { token } = {}) => {
    const body = { ...(input as Record<string, unknown>) };
    const url = `/api${path.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(body[name]);
      delete body[name];
      return encodeURIComponent(value);
    })}`;
    const isRead = method === 'GET';
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), longestMs);
    try {
      const response = await fetch(url, {
        method,
        headers: {
          ...(!isRead && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(!isRead && { body: JSON.stringify(body) }),
        signal: giveUp.signal,
      });
      const reply = (await response.json().catch(() => ({}))) as { message?: string; current?: unknown };
      if (response.ok) return { data: reply as never };
      return { error: { status: response.status, message: reply.message ?? '', current: reply.current } };
    } catch {
      return { error: { status: 0, message: '' } };
    } finally {
      clearTimeout(timer);
    }
  };
}
