import type { Words } from './language.ts';

/** Which messages a patient gets. */
export const preferencesWords = {
  en: {
    title: 'Messages about your visits',
    lead: 'Hello {name}, choose which messages you get from {clinic}.',
    email: 'Emails about my visits',
    noEmail: 'The clinic doesn’t have your email yet.',
    text: 'Text messages about my visits',
    textHint: 'Message and data rates may apply. Reply STOP to stop texts.',
    noPhone: 'The clinic doesn’t have your phone number yet.',
    save: 'Save',
    saved: 'Saved. It applies from now on.',
  },
  es: {
    title: 'Mensajes sobre sus citas',
    lead: 'Hola, {name}. Elija qué mensajes recibe de {clinic}.',
    email: 'Correos electrónicos sobre mis citas',
    noEmail: 'La clínica todavía no tiene su correo electrónico.',
    text: 'Mensajes de texto sobre mis citas',
    textHint: 'Pueden aplicarse tarifas de mensajes y datos. Responda STOP para no recibir más textos.',
    noPhone: 'La clínica todavía no tiene su número de teléfono.',
    save: 'Guardar',
    saved: 'Guardado. Se aplica desde ahora.',
  },
} as const satisfies Words<string>;
