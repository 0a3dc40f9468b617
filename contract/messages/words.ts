import { showTime } from '../base/dates.ts';
import { fill, languages, type InBoth, type Language, type Words } from '../words/language.ts';
import type { NewsKind } from './news.ts';

const weekdays: Record<Language, string[]> = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  es: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
};
const months: Record<Language, string[]> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
};

/** Spanish has the hours of a phone set to Spanish of the United States. */
const clock = (wall: string, language: Language): string =>
  language === 'en' ? showTime(wall) : showTime(wall).replace('AM', 'a. m.').replace('PM', 'p. m.');

/** `Monday, November 23 at 10:15 AM`, `lunes, 23 de noviembre a las 10:15 a. m.` */
export function whenWords(wall: string, language: Language): string {
  const weekday = weekdays[language][new Date(`${wall.slice(0, 10)}T00:00Z`).getUTCDay()] ?? '';
  const month = months[language][Number(wall.slice(5, 7)) - 1] ?? '';
  const day = String(Number(wall.slice(8, 10)));
  const time = clock(wall, language);
  return language === 'en'
    ? `${weekday}, ${month} ${day} at ${time}`
    : `${weekday}, ${day} de ${month} a ${time.startsWith('1:') ? 'la' : 'las'} ${time}`;
}

const words = {
  en: {
    booked: 'Your visit is booked for {now}.',
    cancelled: 'Your visit on {before} is canceled.',
    here: 'Your visit on {now} is now at this clinic.',
    moved: 'Your visit on {before} is moved to {now}.',
    updates: 'Updates on your {count} visits:',
    lineBooked: '- {now} is booked',
    lineCancelled: '- {before} is canceled',
    lineMoved: '- {before} is moved to {now}',
    more: 'and {count} more. Call us for the whole list.',
    subjectBooked: 'Your visit at {clinic} is booked',
    subjectCancelled: 'Your visit at {clinic} is canceled',
    subjectMoved: 'Your visit at {clinic} is moved',
    subjectMany: 'Your visits at {clinic}',
    subjectReminder: 'Your visit at {clinic}',
    reminder: 'This is a reminder of your visit on {now}.',
    intakeFirst: 'Please fill in your forms before your visit on {now}.',
    intakeAgain: 'Your forms are not finished. Your answers are saved.',
    intakeSubject: 'Your forms for {clinic}',
    intakeLink: 'Open your forms',
    hep: 'Your home program is ready.',
    hepSubject: 'A message from {clinic}',
    hepLink: 'Open it',
    survey: 'How was your care? Three short questions.',
    surveySubject: 'A question from {clinic}',
    surveyLink: 'Answer',
    outcome: 'Please answer a few questions for your clinic.',
    review: 'Would you share your experience with us? Good or bad, it helps.',
    reviewSubject: 'A question from {clinic}',
    reviewLink: 'Share it',
    visitLink: 'Confirm or change',
    offer: 'A time is open on {now} at {place}. The first to accept gets it. Answer by {until}.',
    offerSubject: 'A time is open',
    offerLink: 'Accept or decline',
    offerBooked: 'Your visit is booked: {now} at {place}.',
    offerBookedSubject: 'Your visit is booked',
    hello: 'Hello {name},',
    choose: 'To choose which messages you get:',
    stop: 'Reply STOP to stop texts.',
    stopped: 'You won’t get more texts from us. Reply START to get them again.',
    started: 'You will get texts about your visits again. Reply STOP to stop them.',
  },
  es: {
    booked: 'Su cita quedó reservada para el {now}.',
    cancelled: 'Su cita del {before} está cancelada.',
    here: 'Su cita del {now} ahora es en esta clínica.',
    moved: 'Su cita del {before} pasa al {now}.',
    updates: 'Novedades de sus {count} citas:',
    lineBooked: '- {now}: reservada',
    lineCancelled: '- {before}: cancelada',
    lineMoved: '- {before}: pasa al {now}',
    more: 'y {count} más. Llámenos para saber la lista completa.',
    subjectBooked: 'Su cita en {clinic} está reservada',
    subjectCancelled: 'Su cita en {clinic} está cancelada',
    subjectMoved: 'Su cita en {clinic} cambió de horario',
    subjectMany: 'Sus citas en {clinic}',
    subjectReminder: 'Su cita en {clinic}',
    reminder: 'Le recordamos su cita del {now}.',
    intakeFirst: 'Llene sus formularios antes de su cita del {now}.',
    intakeAgain: 'Sus formularios no están completos. Sus respuestas están guardadas.',
    intakeSubject: 'Sus formularios para {clinic}',
    intakeLink: 'Abrir sus formularios',
    hep: 'Su programa en casa está listo.',
    hepSubject: 'Un mensaje de {clinic}',
    hepLink: 'Abrirlo',
    survey: '¿Cómo fue su atención? Tres preguntas breves.',
    surveySubject: 'Una pregunta de {clinic}',
    surveyLink: 'Responder',
    outcome: 'Responda unas preguntas para su clínica.',
    review: '¿Nos cuenta su experiencia? Buena o mala, nos ayuda.',
    reviewSubject: 'Una pregunta de {clinic}',
    reviewLink: 'Contarla',
    visitLink: 'Confirmar o cambiar',
    offer:
      'Hay un horario libre el {now} en {place}. Es para la primera persona que lo acepte. Responda antes del {until}.',
    offerSubject: 'Hay un horario libre',
    offerLink: 'Aceptar o rechazar',
    offerBooked: 'Su cita quedó reservada: {now} en {place}.',
    offerBookedSubject: 'Su cita está reservada',
    hello: 'Hola, {name}:',
    choose: 'Para elegir qué mensajes recibe:',
    stop: 'Responda STOP para no recibir más textos.',
    stopped: 'No recibirá más textos nuestros. Responda START para recibirlos otra vez.',
    started: 'Recibirá otra vez textos sobre sus citas. Responda STOP para no recibirlos.',
  },
} as const satisfies Words<string>;
export type MessageWord = keyof (typeof words)['en'];

type Values = Readonly<Record<string, string>>;

export function saidIn(language: Language, word: MessageWord, values: Values = {}): string {
  // A Spanish time ends with a point of its own.
  return fill(words[language][word], values).replaceAll('m..', 'm.');
}

/** In each language, of which the patient reads one. */
export function inBoth(said: (language: Language) => string): InBoth {
  const each = Object.keys(languages).map((language) => [language, said(language as Language)]);
  return Object.fromEntries(each) as InBoth;
}

export const inBothWords = (word: MessageWord, values: Values = {}): InBoth =>
  inBoth((language) => saidIn(language, word, values));

export type NewsLine = { Kind: NewsKind; Start: string; before: string | null };

/** More stand in no text message. */
const mostLines = 6;

/** What is told of one visit or several. Day and time alone: what for is nobody's who reads over a shoulder. */
export function newsText(lines: readonly NewsLine[], language: Language): string {
  const [first] = lines;
  if (lines.length === 1 && first) return saidIn(language, sentenceOf(first), whenOf(first, language));
  const told = lines.slice(0, mostLines).map((line) => saidIn(language, lineWords[line.Kind], whenOf(line, language)));
  const left = lines.length - told.length;
  const head = saidIn(language, 'updates', { count: String(lines.length) });
  return [head, ...told, ...(left > 0 ? [saidIn(language, 'more', { count: String(left) })] : [])].join('\n');
}

function sentenceOf({ Kind, Start, before }: NewsLine): MessageWord {
  if (Kind !== 'moved') return Kind;
  return before === null || before === Start ? 'here' : 'moved';
}

const lineWords = { booked: 'lineBooked', cancelled: 'lineCancelled', moved: 'lineMoved' } as const;
const subjectWords = { booked: 'subjectBooked', cancelled: 'subjectCancelled', moved: 'subjectMoved' } as const;

function whenOf({ Start, before }: NewsLine, language: Language): Values {
  return { now: whenWords(Start, language), before: whenWords(before ?? Start, language) };
}

/** Subjects stand on locked screens: the clinic and no more. */
export function newsSubject(lines: readonly NewsLine[], clinic: string, language: Language): string {
  const [first] = lines;
  return saidIn(language, lines.length === 1 && first ? subjectWords[first.Kind] : 'subjectMany', { clinic });
}

export function reminderText(Start: string, language: Language): string {
  return saidIn(language, 'reminder', { now: whenWords(Start, language) });
}

/** With the link to the forms of a visit. */
export function intakeText(Start: string, isBegun: boolean, language: Language): string {
  return saidIn(language, isBegun ? 'intakeAgain' : 'intakeFirst', { now: whenWords(Start, language) });
}
