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
  deadSurveyLink: {
    en: 'This link no longer works. Call the clinic if you have a question about your care.',
    es: 'Este enlace ya no funciona. Llame a la clínica si tiene alguna pregunta sobre su atención.',
  },
  reviewNote: {
    en: 'Please write your note. Nothing was sent.',
    es: 'Escriba su nota. No se envió nada.',
  },
  reviewNoted: {
    en: 'You sent a note with this link before. Call the clinic to add to it.',
    es: 'Ya envió una nota con este enlace. Llame a la clínica para agregar algo.',
  },
  surveyClosed: {
    en: 'This survey can no longer be changed. Nothing was saved.',
    es: 'Esta encuesta ya no se puede cambiar. No se guardó nada.',
  },
  surveyAnswers: {
    en: 'One of these answers can’t be saved. Check them and try again.',
    es: 'Una de estas respuestas no se puede guardar. Revíselas e inténtelo de nuevo.',
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
  intakePhotos: {
    en: 'These forms can’t take more photos. The last one that was saved stays. Call the clinic if it is wrong.',
    es: 'Estos formularios no aceptan más fotos. La última que se guardó se queda. Si está mal, llame a la clínica.',
  },
  intakeText: {
    en: 'The text to sign has changed. Read it again, then sign.',
    es: 'El texto que firma ha cambiado. Léalo otra vez y luego firme.',
  },
  intakeSigner: {
    en: 'A parent or another adult who acts for the patient must sign.',
    es: 'Debe firmar el padre, la madre u otro adulto que actúe por el paciente.',
  },
  frontDesk: {
    en: 'Please see the front desk.',
    es: 'Por favor, pase por la recepción.',
  },
  checkinOver: {
    en: 'This check-in has ended. Please start again.',
    es: 'Este registro ha terminado. Por favor, empiece de nuevo.',
  },
  kioskCode: {
    en: 'This code is not right or no longer works. Ask for a new code in Company, Kiosks.',
    es: 'Este código no es correcto o ya no funciona. Pida un código nuevo en Empresa, Quioscos.',
  },
  kioskRemoved: {
    en: 'This tablet is not set up for check-in. Please see the front desk.',
    es: 'Esta tableta no está lista para registrarse. Por favor, pase por la recepción.',
  },
  callToBook: {
    en: 'Please call us to book.',
    es: 'Llámenos para reservar, por favor.',
  },
  timeTaken: {
    en: 'This time was just taken. Choose another one.',
    es: 'Este horario se acaba de ocupar. Elija otro.',
  },
  tooFast: {
    en: 'This was sent very quickly. Check your answers, then book again.',
    es: 'Esto se envió muy rápido. Revise sus respuestas y reserve otra vez.',
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
