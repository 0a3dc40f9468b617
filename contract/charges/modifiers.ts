import type { Payer } from '../address-book/payer.ts';
import { disciplineOf, isAssistant, type Discipline, type ProviderType } from '../providers/provider.ts';
import type { CptDescription } from './service.ts';

const therapyModifiers: Record<Discipline, string | null> = { PT: 'GP', OT: 'GO', SLP: 'GN', DC: null };
type AssistantModifier = 'CQ' | 'CO';
const assistantModifiers: Record<Discipline, AssistantModifier | null> = { PT: 'CQ', OT: 'CO', SLP: null, DC: null };

/** GP, GO or GN; chiropractic has none. */
export function therapyModifierOf(discipline: Discipline): string | null {
  return therapyModifiers[discipline];
}

/** CQ or CO of who treats alone; null for others than assistants. */
export function ownModifier(type: ProviderType): AssistantModifier | null {
  return isAssistant(type) ? assistantModifiers[disciplineOf(type)] : null;
}

/**
 * Modifiers a payer's rules put on a line, the one that changes payment first (domain 6.2, 6.3). A line
 * with CQ or CO always carries its GP or GO. Attestations (KX, AT, 59) are never added by software.
 */
export function lineModifiers(line: {
  discipline: Discipline;
  /** What assistants' share of it comes to, or null. */
  assistant: AssistantModifier | null;
  payer: Pick<Payer, 'TherapyModifierRequired' | 'AssistantModifierRequired'> | null;
  code: Pick<CptDescription, 'alwaysTherapy'>;
}): string[] {
  const { discipline, assistant, payer, code } = line;
  if (!payer || !code.alwaysTherapy) return [];
  const byAssistant = payer.AssistantModifierRequired ? assistant : null;
  const therapy = payer.TherapyModifierRequired || byAssistant ? therapyModifiers[discipline] : null;
  return [byAssistant, therapy].filter((modifier) => modifier !== null);
}
