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
    measureThanks:
      'Your answers were sent. They are not shown here again. For 24 hours you can answer again with the same link.',
    again: 'Answer again',
    measureTitle: 'Questions for your care',
    measureLead: 'Your answers go into your chart at {clinic}. Your therapist reads them, but not at once.',
    help: 'If you are in danger or might hurt yourself, call 911. You can also call or text 988 at any time.',
    call: 'Call {number}',
    english: 'This question was tested in English only. Ask the clinic if you would like help with it.',
    number: 'Enter a number from {least} to {most}.',
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
    measureThanks:
      'Sus respuestas se enviaron. Aquí no se vuelven a mostrar. Durante 24 horas puede contestar de nuevo con el mismo enlace.',
    again: 'Contestar de nuevo',
    measureTitle: 'Preguntas sobre su atención',
    measureLead: 'Sus respuestas van a su expediente en {clinic}. Su terapeuta las lee, pero no al momento.',
    help: 'Si está en peligro o podría hacerse daño, llame al 911. También puede llamar o enviar un texto al 988 a cualquier hora.',
    call: 'Llamar al {number}',
    english: 'Esta pregunta se probó solo en inglés. Pida ayuda a la clínica si la necesita.',
    number: 'Escriba un número del {least} al {most}.',
    closedLead: 'Ya respondió esta encuesta. Ya no se puede cambiar.',
  },
} as const satisfies Words<string>;
