import type { Both, FormInBoth } from './in-both.ts';

const signed = (
  IntakeFormId: string,
  title: Both,
  { label, paragraphs }: { label: Both; paragraphs: readonly Both[] },
): FormInBoth => ({
  IntakeFormId,
  version: 1,
  title,
  askedOf: {},
  pages: [
    { key: 'sign', title, questions: [{ kind: 'signature', key: 'signed', label, paragraphs, isRequired: true }] },
  ],
});

export const consentToCare = signed('consent', ['Consent to care', 'Consentimiento para la atención'], {
  label: ['I agree to be examined and treated', 'Acepto ser examinado y tratado'],
  paragraphs: [
    [
      'I ask this clinic to examine and treat me. My therapist will explain what they plan and why.',
      'Pido a esta clínica que me examine y me trate. Mi terapeuta me explicará qué propone y por qué.',
    ],
    [
      'Therapy can cause soreness, and now and then other problems. I will say so if something hurts or feels wrong.',
      'La terapia puede causar molestias y, a veces, otros problemas. Avisaré si algo me duele o me preocupa.',
    ],
    [
      'No result was promised to me. I may ask questions, refuse a treatment, or stop at any time.',
      'No me prometieron ningún resultado. Puedo preguntar, rechazar un tratamiento o dejarlo cuando quiera.',
    ],
  ],
});

export const privacyNotice = signed('privacy', ['Privacy notice', 'Aviso de privacidad'], {
  label: ['I received the privacy notice', 'Recibí el aviso de privacidad'],
  paragraphs: [
    [
      'The clinic uses and shares your health information to treat you, to be paid, and to run the clinic.',
      'La clínica usa y comparte su información de salud para tratarle, para cobrar y para funcionar.',
    ],
    [
      'Other uses need your written permission, unless the law requires them. You may take a permission back in writing.',
      'Otros usos requieren su permiso por escrito, salvo que la ley los exija. Puede retirar un permiso por escrito.',
    ],
    [
      'You may see your record, get a copy, and ask for corrections. You may ask for a list of others who received it.',
      'Puede ver su expediente, recibir una copia y pedir correcciones. Puede preguntar con quién se compartió.',
    ],
    [
      'You may ask us to reach you in another way or place. The full notice is at the front desk.',
      'Puede pedir que le contactemos de otra manera o en otro lugar. El aviso completo está en la recepción.',
    ],
    [
      'You may complain to the clinic or to the US Department of Health and Human Services. No one may treat you worse for it.',
      'Puede quejarse ante la clínica o ante el Departamento de Salud de EE. UU. Nadie puede tratarle peor por ello.',
    ],
  ],
});

export const financialPolicy = signed('financial', ['Financial policy', 'Política de pagos'], {
  label: ['I agree to the financial policy', 'Acepto la política de pagos'],
  paragraphs: [
    [
      'I let the clinic bill my insurance and receive its payments for my care.',
      'Permito que la clínica cobre a mi seguro y reciba sus pagos por mi atención.',
    ],
    [
      'My copay is due at each visit. I pay what my plan does not cover, as my plan and the law allow.',
      'Mi copago se paga en cada cita. Pago lo que mi plan no cubre, según mi plan y la ley.',
    ],
    [
      'I will call at least 24 hours before a visit that I cannot keep. The clinic may charge a fee otherwise.',
      'Llamaré al menos 24 horas antes si no puedo venir. Si no, la clínica puede cobrar un cargo.',
    ],
  ],
});
