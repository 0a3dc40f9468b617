import type { Words } from './language.ts';

/** The survey about a patient’s care. */
export const surveyWords = {
  en: {
    title: 'How was your care?',
    lead: 'Three short questions. Only {clinic} sees your answers.',
    step: 'Question {n} of {of}',
    next: 'Next',
    back: 'Back',
    send: 'Send answers',
    thanks: 'Thank you',
    thanksLead: 'Your answers were sent. You can change them for 24 hours with the same link.',
    change: 'Change my answers',
    closedLead: 'You have answered this survey. It can no longer be changed.',
  },
  es: {
    title: '¿Cómo fue su atención?',
    lead: 'Tres preguntas breves. Solo {clinic} ve sus respuestas.',
    step: 'Pregunta {n} de {of}',
    next: 'Siguiente',
    back: 'Atrás',
    send: 'Enviar respuestas',
    thanks: 'Gracias',
    thanksLead: 'Sus respuestas se enviaron. Puede cambiarlas durante 24 horas con el mismo enlace.',
    change: 'Cambiar mis respuestas',
    closedLead: 'Ya respondió esta encuesta. Ya no se puede cambiar.',
  },
} as const satisfies Words<string>;
