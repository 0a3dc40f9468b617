import { PayerRules, usualRules, type SomeRules } from '#contract/address-book/payer-rules.ts';
import { AppliedRules, ChartRules, payerKinds, type PayerKind } from '#contract/address-book/applied-rules.ts';

export type RuleKey = keyof PayerRules;

type Field = { key: RuleKey; label: string } & (
  | { kind: 'yesNo' }
  | { kind: 'choice'; options: Readonly<Record<string, string>> }
  | { kind: 'number'; most: number; none?: string }
  | { kind: 'modifiers' }
);
export type RuleField = Field;

/** The rules of domain.md 3.9 in the words of the clinic, by where they matter; kept and answered whether or not shown. */
export const ruleGroups: readonly { title: string; fields: readonly Field[] }[] = [
  {
    title: 'Units and minutes',
    fields: [
      {
        key: 'UnitMethod',
        label: 'Count units by',
        kind: 'choice',
        options: { cms: 'CMS total time', spm: 'Rule of eights' },
      },
      {
        key: 'UnitConflictPolicy',
        label: 'If the secondary payer differs',
        kind: 'choice',
        options: { followPrimary: 'Follow the primary', alwaysCms: 'Always CMS' },
      },
      { key: 'MinutesRequired', label: 'Minutes required', kind: 'yesNo' },
      { key: 'VisitTimeRequired', label: 'Minutes must fit the visit time', kind: 'yesNo' },
      { key: 'UnitsAutoCalculated', label: 'Units calculated from minutes', kind: 'yesNo' },
      { key: 'TotalsLocked', label: 'Calculated totals locked', kind: 'yesNo' },
      { key: 'MinUnits', label: 'Minimum units per visit', kind: 'number', most: 32, none: 'no minimum' },
      { key: 'MaxUnits', label: 'Maximum units per visit', kind: 'number', most: 32, none: 'no maximum' },
    ],
  },
  {
    title: 'Codes and modifiers',
    fields: [
      { key: 'TherapyModifierRequired', label: 'Therapy modifier (GP, GO, GN)', kind: 'yesNo' },
      { key: 'AssistantModifierRequired', label: 'Assistant modifier (CQ, CO)', kind: 'yesNo' },
      { key: 'SubstitutesG0283', label: 'G0283 in place of 97014', kind: 'yesNo' },
      { key: 'CciEdits', label: 'CCI edits', kind: 'yesNo' },
      { key: 'ComplexityElementsRequired', label: 'Complexity elements in evals', kind: 'yesNo' },
      { key: 'AdditionalModifiers', label: 'Additional modifiers', kind: 'modifiers' },
    ],
  },
  {
    title: 'Before and during care',
    fields: [
      {
        key: 'AuthorizationRequired',
        label: 'Authorization required',
        kind: 'choice',
        options: { none: 'None', beforeEval: 'Before the evaluation', afterEval: 'After the evaluation' },
      },
      { key: 'ScriptRequired', label: 'Script required', kind: 'yesNo' },
      {
        key: 'CertificationPeriodDays',
        label: 'Plan of care certified for (days)',
        kind: 'number',
        most: 365,
        none: 'no certification',
      },
      {
        key: 'ProgressNoteVisits',
        label: 'Progress note after (visits)',
        kind: 'number',
        most: 99,
        none: 'no count',
      },
      { key: 'AssistantMayFinalize', label: 'Assistants can finalize notes', kind: 'yesNo' },
    ],
  },
  {
    title: 'Claims',
    fields: [
      { key: 'TimelyFilingDays', label: 'Timely filing (days)', kind: 'number', most: 1_095 },
      {
        key: 'ClaimsBy',
        label: 'Claims are sent',
        kind: 'choice',
        options: { electronic: 'Electronically', paper: 'On paper' },
      },
      { key: 'SecondaryAutoCross', label: 'Crosses over to the secondary automatically', kind: 'yesNo' },
    ],
  },
];

const fields = ruleGroups.flatMap((group) => group.fields);

/** Whether charges and claims follow this rule. */
export function isApplied(key: RuleKey): boolean {
  return key in AppliedRules.shape;
}

function isOfChart(key: RuleKey): boolean {
  return key in ChartRules.shape;
}

export const appliedNames = fields.filter(({ key }) => isApplied(key)).map(({ label }) => label);

/** Rules that notes and due dates follow. */
export const chartNames = fields.filter(({ key }) => isOfChart(key)).map(({ label }) => label);

/** What a screen offers: a rule that nothing follows yet would mislead who sets it. */
export const shownGroups = ruleGroups
  .map(({ title, fields: of }) => ({ title, fields: of.filter(({ key }) => isApplied(key) || isOfChart(key)) }))
  .filter(({ fields: of }) => of.length > 0);

/** Every rule as text; empty falls back. */
export type Draft = Record<RuleKey, string>;

export function draftOf(rules: SomeRules): Draft {
  return Object.fromEntries(fields.map(({ key }) => [key, textOf(rules[key])])) as Draft;
}

function textOf(value: SomeRules[RuleKey]): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  // Written out, so that no additional modifier is more than falling back.
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return String(value);
}

/** What a draft says; `problems` has one sentence for each rule that cannot be read. */
export function rulesOfDraft(draft: Draft): { rules: SomeRules; problems: Partial<Draft> } {
  const rules: Record<string, unknown> = {};
  const problems: Partial<Draft> = {};
  for (const field of fields) {
    const text = draft[field.key].trim();
    if (text === '') continue;
    const read = PayerRules.shape[field.key].safeParse(valueOf(field, text));
    if (read.success) rules[field.key] = read.data;
    else problems[field.key] = problemOf(field);
  }
  // Each value was read by the schema of its own key.
  return { rules: rules as SomeRules, problems };
}

function valueOf(field: Field, text: string): unknown {
  if (field.kind === 'yesNo') return text === 'yes';
  if (field.kind === 'number') return /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (field.kind === 'choice') return text;
  if (text.toLowerCase() === 'none') return [];
  return text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);
}

function problemOf(field: Field): string {
  if (field.kind === 'modifiers')
    return 'Enter up to three modifiers of two letters or digits, such as 59, GP, or none.';
  if (field.kind === 'number') return `Enter a whole number from ${field.none === undefined ? 1 : 0} to ${field.most}.`;
  return 'Choose one from the list.';
}

/** A value in words. */
export function ruleWords(field: Field, value: PayerRules[RuleKey]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (field.kind === 'choice') return field.options[String(value)] ?? String(value);
  if (field.kind === 'number' && value === 0) return field.none ?? '0';
  return String(value);
}

/** What is usual where the site says nothing: one word for every kind of payer, or that it depends. */
export function usualWords(field: Field): string {
  const words = new Set(
    (Object.keys(payerKinds) as PayerKind[]).map((kind) => ruleWords(field, usualRules(kind)[field.key])),
  );
  return words.size === 1 ? ([...words][0] ?? '') : 'by kind of payer';
}
