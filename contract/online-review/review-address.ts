/** Whether a link may lead a patient there: https at a host with a name, without anybody’s login in it. */
export function isReviewAddress(text: string): boolean {
  if (!text.startsWith('https://') || /\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === 'https:' && /^[^.]+(\.[^.]+)+$/.test(hostname) && username === '' && password === '';
}
