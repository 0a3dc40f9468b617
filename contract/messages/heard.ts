/** What US carriers hold every sender to (CTIA Messaging Principles 5.1.3), without punctuation; the last three are Spanish. */
const stopWords = [
  'stop',
  'stopall',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'optout',
  'revoke',
  'alto',
  'parar',
  'basta',
];
const startWords = ['start', 'unstop', 'optin'];

/** A text in own words ends texts too, by any reasonable means (47 CFR 64.1200(a)(10)). */
const ownWords = [
  /^(please )?(stop|quit|end)( it| this| that| now| please)+$/,
  /^please (stop|quit|end|unsubscribe)$/,
  /\b(stop|quit|end|cease|cancel)\b (\w+ ){0,3}(text|texts|texting|message|messages|messaging|msgs?|sms|contacting|writing)\b/,
  /^(please )?(dont|do not|never) (ever )?(text|message|contact|write to|write) (me|us|this number)\b/,
  /\bplease (do )?not (text|message|contact|write to|write) (me|us)\b/,
  /\b(dont|do not|never|no longer) want (you )?to (be )?(text|texted|message|messaged|contact|contacted)\b/,
  /\b(dont|do not|never) send\b (\w+ ){0,4}(text|texts|message|messages|msgs?|sms)\b/,
  /\b(dont|do not) want\b (\w+ ){0,3}(text|texts|message|messages|msgs?|sms)\b/,
  /\bno (more|further) (\w+ )?(text|texts|message|messages|msgs?|sms)\b/,
  /\b(unsubscribe|opt ?out|opt me out|revoke (my )?consent)\b/,
  /\b(take|remove|delete) (my|this) (phone )?number\b/,
  /\b(take|remove|delete) (me|us)( (off|from) (of )?(your|the|this|these|all)( \w+)? ?(list|lists|texts|messages))?$/,
  /\b(leave me alone)\b/,
  /\bno (me )?(mande|manden|envie|envien|escriba|escriban)\b/,
  /\b(deje|dejen|pare|paren) de (mandar|enviar|escribir|molestar)/,
  /\bno (quiero )?(recibir )?mas (mensajes|textos)\b/,
  /\bno quiero (recibir )?(\w+ )?(mensajes|textos)\b/,
];
/** Says the opposite. */
const notMeant = /\b(dont|do not|never) (stop|quit|end|cancel|unsubscribe|remove|delete)\b/;

export type Heard = 'stop' | 'start' | 'noted';

/** What a text from a phone asks for: no more texts, texts again, or something that people have to read. */
export function heardIn(text: string): Heard {
  const plain = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  const word = plain.replaceAll(' ', '');
  if (stopWords.includes(word)) return 'stop';
  if (startWords.includes(word)) return 'start';
  return !notMeant.test(plain) && ownWords.some((words) => words.test(plain)) ? 'stop' : 'noted';
}
