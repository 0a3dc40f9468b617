import { surveys } from '#contract/surveys/survey.ts';
import { builtInForms } from '#contract/intake/built-in/forms.ts';
import { formIn } from '#contract/intake/built-in/in-both.ts';
import * as common from '#contract/words/common-page.ts';
import * as hep from '#contract/words/hep-page.ts';
import * as intake from '#contract/words/intake-page.ts';
import * as kiosk from '#contract/words/kiosk-page.ts';
import * as login from '#contract/words/login-page.ts';
import * as offer from '#contract/words/offer-page.ts';
import * as preferences from '#contract/words/preferences-page.ts';
import * as refusals from '#contract/words/refusals.ts';
import * as review from '#contract/words/review-page.ts';
import * as scheduling from '#contract/words/scheduling-page.ts';
import * as survey from '#contract/words/survey-page.ts';
import * as visit from '#contract/words/visit-page.ts';
import * as visits from '#contract/words/visits-page.ts';

type Pair = { en: string; es: string };

const words = [
  common,
  hep,
  intake,
  kiosk,
  login,
  offer,
  preferences,
  refusals,
  review,
  scheduling,
  survey,
  visit,
  visits,
];
const forms = builtInForms.map((form) => ({ en: formIn(form, 'en').pages, es: formIn(form, 'es').pages }));

/** All that is said in both languages, however deep it lies. */
function pairsIn(value: unknown): Pair[] {
  if (value === null || typeof value !== 'object') return [];
  const { en, es } = value as Partial<Record<'en' | 'es', unknown>>;
  if (en !== undefined && es !== undefined) return side(en, es);
  return Object.values(value).flatMap(pairsIn);
}

function side(en: unknown, es: unknown): Pair[] {
  if (typeof en === 'string' && typeof es === 'string') return [{ en, es }];
  if (en === null || typeof en !== 'object' || es === null || typeof es !== 'object') return [];
  return Object.entries(en).flatMap(([name, each]) => side(each, (es as Record<string, unknown>)[name]));
}

/** Keys and kinds of questions are the same in both, as are names. */
const pairs = [...words, ...forms, surveys].flatMap(pairsIn).filter(({ en, es }) => en !== es);

const places = /\{\w+\}/;
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** Matches a sentence with anything in its places; null where it is places alone. */
function asSaid(sentence: string): RegExp | null {
  const parts = sentence.split(places);
  return /\p{L}{2}/u.test(parts.join(' ')) ? new RegExp(`^${parts.map(escaped).join('.+')}$`, 'u') : null;
}
const patterns = (language: keyof Pair) => pairs.map((pair) => asSaid(pair[language])).filter((each) => each !== null);
const [english, spanish] = [patterns('en'), patterns('es')];

/** Words that no Spanish sentence has, for what stands in no dictionary; days and months as `Intl` writes them. */
const telling =
  /\b(the|your|you|and|with|please|this|that|for|from|not|is|are|was|visit|next|back|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|april|june|july|august|september|october|november|december)\b/i;

function isEnglish(text: string): boolean {
  if (spanish.some((each) => each.test(text))) return false;
  return english.some((each) => each.test(text)) || telling.test(text);
}

const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'title', 'alt'] as const;

/** What is shown or read out of an element in English. What says that it is English is meant so. */
function englishIn(root: Element): string[] {
  const found: string[] = [];
  const look = (text: string | null, of: Element | null) => {
    const said = text?.trim() ?? '';
    if (said !== '' && !of?.closest('[lang="en"], style, script') && isEnglish(said)) found.push(said);
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) look(node.textContent, node.parentElement);
  for (const element of root.querySelectorAll('*'))
    for (const name of spoken) look(element.getAttribute(name), element);
  return found;
}

/** Watches a page as it goes from screen to screen; `left` gives every English text that it has shown since. */
export function watchEnglish(): { left(): string[]; end(): void } {
  const found = new Set<string>();
  const look = () => englishIn(document.body).forEach((text) => found.add(text));
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  return {
    left() {
      look();
      return [...found].toSorted();
    },
    end: () => observer.disconnect(),
  };
}
