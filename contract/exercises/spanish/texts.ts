/** By the key of the exercise: its name, and what the patient reads. */
export const spanishTexts: Readonly<Record<string, readonly [Name: string, text: string]>> = {
  bridge: [
    'Puente',
    'Acuéstese boca arriba con las rodillas dobladas. Apriete los glúteos y levante la cadera hasta que su cuerpo quede en línea. Baje despacio.',
  ],
};
