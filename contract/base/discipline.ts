import { z } from 'zod';

/** The professions that this product bills for: physical, occupational and speech therapy, and chiropractic. */
export const BilledDiscipline = z.enum(['PT', 'OT', 'SLP', 'DC']);
