import type { Payer } from '../address-book/payer.ts';
import type { Discipline } from '../providers/provider.ts';
import type { CptDescription } from './service.ts';

const therapyModifiers: Record<Discipline, string | null> = { PT: 'GP', OT: 'GO', SLP: 'GN', DC: null };
const assistantModifiers: Record<Discipline, string | null> = { PT: 'CQ', OT: 'CO', SLP: null, DC: null };

/** GP, GO or GN; chiropractic has none. */
export function therapyModifierOf(discipline: Discipline): string | null {
  return therapyModifiers[discipline];
}

/**
 * Modifiers a payer's rules put on a line, the one that changes payment first (domain 6.2, 6.3). A line
 * with CQ or CO always carries its GP or GO. Attestations (KX, AT, 59) are never added by software.
 */
export function lineModifiers(line: {
  discipline: Discipline;
  assistant: boolean;
  payer: Pick<Payer, 'TherapyModifierRequired' | 'AssistantModifierRequired'> | null;
  code: Pick<CptDescription, 'alwaysTherapy'>;
}): string[] {
  const { discipline, assistant, payer, code } = line;
  if (!payer || !code.alwaysTherapy) return [];
  const byAssistant = assistant && payer.AssistantModifierRequired ? assistantModifiers[discipline] : null;
  const therapy = payer.TherapyModifierRequired || byAssistant ? therapyModifiers[discipline] : null;
  return [byAssistant, therapy].filter((modifier) => modifier !== null);
}
