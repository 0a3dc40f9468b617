import type { FormInBoth } from './in-both.ts';

/** Who the patient is and how the clinic reaches them. */
export const demographics: FormInBoth = {
  IntakeFormId: 'demographics',
  version: 1,
  title: ['About you', 'Sobre usted'],
  askedOf: {},
  pages: [
    {
      key: 'name',
      title: ['Your name and contact', 'Su nombre y contacto'],
      lead: ['Enter only what has changed or is missing.', 'Escriba solo lo que cambió o lo que falta.'],
      questions: [
        {
          kind: 'line',
          key: 'preferredName',
          label: ['Preferred name', 'Nombre preferido'],
          most: 60,
          field: 'PreferredName',
        },
        { kind: 'phone', key: 'phone', label: ['Mobile phone', 'Teléfono móvil'], field: 'Phone' },
        { kind: 'email', key: 'email', label: ['Email', 'Correo electrónico'], field: 'Email' },
      ],
    },
    {
      key: 'address',
      title: ['Your address', 'Su dirección'],
      questions: [
        {
          kind: 'line',
          key: 'street',
          label: ['Street', 'Calle'],
          most: 120,
          field: 'Address1',
          fills: 'street-address',
        },
        { kind: 'line', key: 'city', label: ['City', 'Ciudad'], most: 60, field: 'City', fills: 'address-level2' },
        {
          kind: 'state',
          key: 'state',
          label: ['State', 'Estado'],
          hint: ['Two letters, such as IL', 'Dos letras, como IL'],
          field: 'StateOrProvince',
        },
        { kind: 'zip', key: 'zip', label: ['ZIP code', 'Código postal'], field: 'PostalCode' },
      ],
    },
    {
      key: 'emergency',
      title: ['Emergency contact', 'Contacto de emergencia'],
      questions: [
        { kind: 'line', key: 'emergencyName', label: ['Name', 'Nombre'], most: 80, isRequired: true },
        { kind: 'line', key: 'emergencyRelationship', label: ['Relationship to you', 'Relación con usted'], most: 40 },
        { kind: 'phone', key: 'emergencyPhone', label: ['Phone', 'Teléfono'], isRequired: true },
      ],
    },
  ],
};

/** How care is paid for, with pictures of the card. */
export const insurance: FormInBoth = {
  IntakeFormId: 'insurance',
  version: 1,
  title: ['Insurance', 'Seguro médico'],
  askedOf: {},
  pages: [
    {
      key: 'how',
      title: ['Your insurance', 'Su seguro médico'],
      questions: [
        {
          kind: 'choice',
          key: 'pays',
          label: ['How will you pay for care?', '¿Cómo pagará su atención?'],
          isRequired: true,
          options: [
            { value: 'insurance', label: ['Health insurance or Medicare', 'Seguro médico o Medicare'] },
            { value: 'work', label: ['A work injury claim', 'Un reclamo por lesión en el trabajo'] },
            { value: 'auto', label: ['A car accident claim', 'Un reclamo por accidente de auto'] },
            { value: 'self', label: ['I pay for it', 'Pago yo'] },
          ],
        },
        {
          kind: 'line',
          key: 'plan',
          label: ['Insurance company', 'Compañía de seguros'],
          most: 80,
          isRequired: true,
          showIf: { question: 'pays', is: 'insurance' },
        },
        {
          kind: 'line',
          key: 'member',
          label: ['Member ID', 'Número de miembro'],
          most: 40,
          isRequired: true,
          showIf: { question: 'pays', is: 'insurance' },
        },
        {
          kind: 'line',
          key: 'group',
          label: ['Group number', 'Número de grupo'],
          most: 40,
          showIf: { question: 'pays', is: 'insurance' },
        },
        {
          kind: 'yesNo',
          key: 'isHolder',
          label: ['Is the insurance in your name?', '¿El seguro está a su nombre?'],
          isRequired: true,
          showIf: { question: 'pays', is: 'insurance' },
        },
        {
          kind: 'line',
          key: 'holder',
          label: ['Name on the insurance', 'Nombre en el seguro'],
          most: 80,
          isRequired: true,
          showIf: {
            all: [
              { question: 'pays', is: 'insurance' },
              { question: 'isHolder', is: false },
            ],
          },
        },
        {
          kind: 'line',
          key: 'claim',
          label: ['Claim number, if you have it', 'Número de reclamo, si lo tiene'],
          most: 40,
          showIf: {
            any: [
              { question: 'pays', is: 'work' },
              { question: 'pays', is: 'auto' },
            ],
          },
        },
      ],
    },
    {
      key: 'card',
      title: ['Photos of your card', 'Fotos de su tarjeta'],
      lead: [
        'Put the card on a dark, flat surface. Fill the picture with it.',
        'Ponga la tarjeta sobre una superficie oscura y plana. Que llene la foto.',
      ],
      showIf: { question: 'pays', is: 'insurance' },
      questions: [
        {
          kind: 'photo',
          key: 'cardFront',
          of: 'cardFront',
          label: ['Front of the card', 'Frente de la tarjeta'],
          isRequired: true,
        },
        { kind: 'photo', key: 'cardBack', of: 'cardBack', label: ['Back of the card', 'Reverso de la tarjeta'] },
      ],
    },
  ],
};
