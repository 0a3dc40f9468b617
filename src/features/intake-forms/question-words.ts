import type { QuestionKind } from '#contract/intake-forms/own-form.ts';

export const kindNames: Readonly<Record<QuestionKind, string>> = {
  line: 'Short text',
  text: 'Long text',
  date: 'Date',
  phone: 'Phone number',
  email: 'Email',
  state: 'State',
  zip: 'ZIP code',
  yesNo: 'Yes or no',
  choice: 'One of several answers',
  many: 'Several answers',
  scale: '0 to 10',
  body: 'Body chart',
  photo: 'Photo of an insurance card',
  signature: 'Text to sign',
};

export const kindOptions = Object.entries(kindNames).map(([value, label]) => ({ value, label }));

export const fieldNames = {
  Phone: 'Phone',
  Email: 'Email',
  Address1: 'Street',
  City: 'City',
  StateOrProvince: 'State',
  PostalCode: 'ZIP code',
  PreferredName: 'Preferred name',
} as const;

/** Kinds whose answer may say the same as the chart. */
export const fillsChart: ReadonlySet<QuestionKind> = new Set(['line', 'phone', 'email', 'state', 'zip']);
