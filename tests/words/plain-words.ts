/** Words that screens avoid, each with the word they use instead. */
export const unplainWords: readonly { not: string; say: string; pattern: RegExp }[] = [
  word('e-mail', 'email', /\be-mails?\b|\bmail address/i),
  word('let go', 'cancel', /\blet(ting)? (\w+ ){0,3}go\b/i),
  word('did not come', 'no-show', /\bdid not come\b|\bdidn[’']t come\b/i),
  word('missed', 'no-show', /\bmissed\b/i),
  word('booking, as a thing', 'visit', /\bbookings\b|\b(a|the|this|that|no|each|every|another|\d+|\{\}) booking\b/i),
  word('slot', 'visit or time', /\bslots?\b/i),
  word('somebody, nobody, everybody', 'someone, no one, everyone', /\b(some|any|every|no)body\b/i),
  word('whoever, whatever', 'the person who, any', /\b(who|what|which)ever\b|\bwhom\b/i),
  word('somebody is away', 'time off', /\b(someone|somebody) is away\b/i),
  word('meeting or block', 'block', /\bmeetings? or\b|\bwithout (a )?patients?\b|\bnon-patient\b/i),
  word('place on the list', 'waitlist', /\bplace on the (wait)?list\b|\bon the list\b|\boff the list\b/i),
  word('speaks against', 'conflict', /\bspeaks? against\b/i),
  word('asks first', 'needs confirmation', /\basks? first\b/i),
  word('hold until saved', 'pending changes', /\bsave queue\b|\bh(o|e)ld until\b/i),
  word('as every week', 'regular hours', /\bas every week\b/i),
  word('exchange', 'sync', /\bexchanges?d?\b|\bchanges of this device\b|\blist of changes\b/i),
  word('turned away', 'not accepted', /\bturn(s|ed)? away\b|\bnot taken\b/i),
  word('tell', 'notify or send', /\b(tells?|telling|told)\b/i),
  word('claims are tests', 'test mode', /\bclaims are tests\b/i),
  word('no least, no most', 'no minimum, no maximum', /\bno (least|most)\b/i),
  word('what it is about', 'case name', /\bwhat (it|the case) is about\b/i),
  word('carries the signature', 'You are signing as', /\bcarries the (co)?signature\b/i),
  word('more than you may do', 'you can’t grant this right', /\byou may (not )?do\b|\bmay do more\b/i),
  word(
    'who, for a role',
    'the role',
    /\b(only|ask|to|of|by|for|as|than) who\b|^Who (can|may|has|have|bills|treats|manages)\b/i,
  ),
  word('away, cut off', 'offline', /(?<!right |hours )\baway\b|\bcut off\b/i),
  word('the network', 'offline, back online', /\bthe network\b|\bwithout network\b/i),
  word('meanwhile', 'first, in the meantime', /\bmeanwhile\b/i),
  word('by now', 'already', /\bby now\b|\bjust now\b/i),
  word('any more', 'no longer, anymore', /\bany more\b/i),
  word('anew', 'again', /\banew\b/i),
  word('one of ours', 'known', /\bof ours\b/i),
  word('stands', 'is, is shown', /\bstands?\b(?! out)(?<!chair stand|to stand)/i),
  word('holds', 'has', /\bholds?\b/i),
  word('what is', 'the noun', /\bwhat (is|was|were) (?!happening)/i),
  word(
    'put back, brought back',
    'undo, restore',
    /\b(put|puts|bring|brings|brought|take|takes|taken) (it |them )?back\b/i,
  ),
  word('after all', 'undo', /\bafter all\b/i),
  word('by itself, by hand', 'automatically, yourself', /\bby (itself|themselves|hand)\b/i),
  word('sealed', 'encrypted', /\bsealed\b/i),
  word('goes out from', 'scheduled for', /\bgo(es)? out from\b/i),
  word('taken over', 'copied', /\btaken over\b/i),
  word('could not be made', 'could not be loaded', /\bcould not be made\b/i),
  word('has … already', 'already has', /\b(has|is) (an?|the|one|this) [^.]{0,60} already\b/i),
  word('of this name', 'with this name', /\bof this name\b/i),
  word('there is no such', 'was not found', /\bthere is no such\b/i),
  word(
    'what you typed',
    'your text, your changes',
    /\b(what|something|things) (was|you|you were) (typed?|wrote|saved)\b/i,
  ),
];

function word(not: string, say: string, pattern: RegExp) {
  return { not, say, pattern };
}

export const british =
  /\b(licence\w*|colour\w*|behaviour\w*|centre[ds]?|favour\w*|honour\w*|labour\w*|neighbour\w*|(sanit|(de)?serial|organ|recogn|author|final|normal|synchron|util|custom|summar|priorit)is(e|ed|es|ing|ations?)|cancell(ed|ing)|labell(ed|ing)|travell(ed|ing)|modelled|signalled|catalogues?|dialogues?|grey|whilst|amongst|afterwards|judgements?|programmes?|cheques?|analysed?|practis(e|ed|ing)|defences?|offences?)\b/i;

const mostWords = 25;

/** Sentences that are too long to follow; an inserted value counts as one word. */
export function longSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n/)
    .filter((sentence) => sentence.split(/\s+/).filter((one) => /\w|\{\}/.test(one)).length > mostWords);
}
