import type { Language } from './language.ts';

/** What the server answers on pages for patients, in each language. */
export const refusals = {
  deadVisitLink: {
    en: 'This link no longer works. Call the clinic about your visit.',
    es: 'Este enlace ya no funciona. Llame a la clínica para hablar de su cita.',
  },
  deadOfferLink: {
    en: 'This link no longer works. Call the clinic if you still want this time.',
    es: 'Este enlace ya no funciona. Llame a la clínica si todavía quiere este horario.',
  },
  visitPassed: {
    en: 'This visit has started or is over. Nothing was changed.',
    es: 'Esta cita ya empezó o terminó. No se cambió nada.',
  },
  visitMoved: {
    en: 'This visit was moved. Nothing was changed. The new time is shown here.',
    es: 'Esta cita se cambió de horario. No se cambió nada. Aquí ve el nuevo horario.',
  },
  visitGone: {
    en: 'This visit is already canceled. Call the clinic for a new one.',
    es: 'Esta cita ya está cancelada. Llame a la clínica para pedir otra.',
  },
  wrongCode: {
    en: 'This code is not right or no longer works. Check the code, or ask for a new one.',
    es: 'Este código no es correcto o ya no funciona. Revise el código o pida uno nuevo.',
  },
  wrongDate: {
    en: 'This birth date does not match. Check it and try again.',
    es: 'Esta fecha de nacimiento no coincide. Revísela e inténtelo de nuevo.',
  },
  loginExpired: {
    en: 'Your login has expired. Go back to login.',
    es: 'Su sesión ha caducado. Vuelva a iniciar sesión.',
  },
  loginProblem: {
    en: 'There was a problem with your login details. Go back to login.',
    es: 'Hubo un problema con sus datos de acceso. Vuelva a iniciar sesión.',
  },
  callToBook: {
    en: 'Please call us to book.',
    es: 'Llámenos para reservar, por favor.',
  },
  timeTaken: {
    en: 'This time was just taken. Choose another one.',
    es: 'Este horario se acaba de ocupar. Elija otro.',
  },
  holdEnded: {
    en: 'This time is no longer held for you. Choose a time again.',
    es: 'Este horario ya no está reservado para usted. Elija otra vez.',
  },
} as const satisfies Record<string, Record<Language, string>>;

/** A sentence of the server in the language of the page; one that is not known here stays as it is. */
export function inLanguage(sentence: string, language: Language): string {
  return Object.values(refusals).find(({ en }) => en === sentence)?.[language] ?? sentence;
}
