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
  tooManyCodes: {
    en: 'We sent too many codes today. Try again tomorrow, or call the clinic.',
    es: 'Enviamos demasiados códigos hoy. Inténtelo de nuevo mañana o llame a la clínica.',
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
  intakeGone: {
    en: 'These forms were not found. Open the link from your message again.',
    es: 'No se encontraron estos formularios. Abra otra vez el enlace de su mensaje.',
  },
  intakeSubmitted: {
    en: 'These forms were already sent. Call the clinic to change an answer.',
    es: 'Estos formularios ya se enviaron. Llame a la clínica para cambiar una respuesta.',
  },
  intakeAnswer: {
    en: 'One of these answers can’t be saved. Check it and try again.',
    es: 'Una de estas respuestas no se puede guardar. Revísela e inténtelo de nuevo.',
  },
  intakeGaps: {
    en: 'Some answers or signatures are still missing. Nothing was sent.',
    es: 'Todavía faltan respuestas o firmas. No se envió nada.',
  },
  intakePhoto: {
    en: 'This photo can’t be used. Take it again with your camera.',
    es: 'Esta foto no se puede usar. Tómela otra vez con la cámara.',
  },
  intakeText: {
    en: 'The text to sign has changed. Read it again, then sign.',
    es: 'El texto que firma ha cambiado. Léalo otra vez y luego firme.',
  },
  intakeSigner: {
    en: 'A parent or another adult who acts for the patient must sign.',
    es: 'Debe firmar el padre, la madre u otro adulto que actúe por el paciente.',
  },
} as const satisfies Record<string, Record<Language, string>>;

/** A sentence of the server in the language of the page; one that is not known here stays as it is. */
export function inLanguage(sentence: string, language: Language): string {
  return Object.values(refusals).find(({ en }) => en === sentence)?.[language] ?? sentence;
}
