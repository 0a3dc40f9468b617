/** The four counters of an outgoing claim, each kept per site and never used twice (domain 6.10). */
export const controlKinds = ['interchange', 'group', 'transaction', 'claim'] as const;
export type ControlKind = (typeof controlKinds)[number];

export type ControlNumbers = {
  /** ISA13 */
  interchange: string;
  /** GS06 */
  group: string;
  /** ST02 */
  transaction: string;
  /** CLM01, at most 17 characters because some payers cut longer ones. */
  claim: string;
  filename: string;
};

export function controlNumbersFrom(last: Record<ControlKind, number>): ControlNumbers {
  const claim = `M${String(last.claim).padStart(9, '0')}`;
  return {
    interchange: String(last.interchange).padStart(9, '0'),
    group: String(last.group),
    transaction: String(last.transaction).padStart(4, '0'),
    claim,
    filename: `${claim}.837`,
  };
}
