/** What the tabs of one signed-in person tell each other about time; nothing else. */
export type PersonNews = { kind: 'used' } | { kind: 'obtained' };

export type PersonChannel = { tell(news: PersonNews): void; close(): void };

export function personChannel(
  { site, UserId }: { site: string; UserId: string },
  hear: (news: PersonNews) => void,
): PersonChannel {
  const broadcast = new BroadcastChannel(`mainstay-use:${site}:${UserId}`);
  broadcast.onmessage = ({ data }: MessageEvent<PersonNews>) => hear(data);
  return { tell: (news) => broadcast.postMessage(news), close: () => broadcast.close() };
}
