import { z } from 'zod';
import { issueCodes } from './issue.ts';

export const BookingIssueCode = z.enum(issueCodes);
