import { z } from 'zod';

/** A question the clinic added to its cases. */
export const CustomCaseInput = z.object({ CustomCaseInputId: z.uuid(), Label: z.string() });
/** A word that marks visits. */
export const VisitTag = z.object({ TagId: z.uuid(), Name: z.string() });
/** How the clinic groups payers in its reports (spec 3). */
export const PayerReportingType = z.object({ PayerReportingTypeId: z.uuid(), Description: z.string() });
export type PayerReportingType = z.output<typeof PayerReportingType>;

/** Whether a name stands in a list already, whatever its case (spec 5). */
export function isListed(names: readonly string[], name: string): boolean {
  const wanted = name.trim().toLowerCase();
  return names.some((each) => each.trim().toLowerCase() === wanted);
}
