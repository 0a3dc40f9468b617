import type { Words } from './language.ts';

/** The page on which patients say how their care was, in public or to the clinic alone. */
export const reviewWords = {
  en: {
    title: 'Share your experience',
    lead: 'Would you share your experience with us? Good or bad, it helps.',
    publicTitle: 'Write a public review',
    publicLead: 'Choose a site. It opens in a new window, and anyone can read what you write there.',
    site: 'Review on {site}',
    privateTitle: 'Write a private note',
    privateLead: 'Only {clinic} reads it. If you need help with your health, please call us.',
    note: 'Your note',
    send: 'Send the note',
    empty: 'Please write your note.',
    sent: 'Your note was sent. Thank you.',
  },
  es: {
    title: 'Cuéntenos su experiencia',
    lead: '¿Nos cuenta su experiencia? Buena o mala, nos ayuda.',
    publicTitle: 'Escribir una reseña pública',
    publicLead: 'Elija un sitio. Se abre en una ventana nueva, y todos pueden leer lo que escriba allí.',
    site: 'Reseña en {site}',
    privateTitle: 'Escribir una nota privada',
    privateLead: 'Solo {clinic} la lee. Si necesita ayuda con su salud, llámenos.',
    note: 'Su nota',
    send: 'Enviar la nota',
    empty: 'Escriba su nota.',
    sent: 'Su nota se envió. Gracias.',
  },
} as const satisfies Words<string>;
