import { z } from 'zod';
import { FacilityId, PayerId, ProviderId, UserId } from '../base/ids.ts';

export const providerTypes = ['PT', 'PTA', 'OT', 'OTA', 'SLP', 'DC'] as const;
export const ProviderType = z.enum(providerTypes);
export type ProviderType = z.output<typeof ProviderType>;

/** What a provider may do with notes; the meaning of each code stands in notes-permission.ts. */
export const NotesPermission = z.enum(['N', 'C', 'S', 'H', 'O', 'F']);
export type NotesPermission = z.output<typeof NotesPermission>;

export const Provider = z.object({
  ProviderId,
  UserId: UserId.nullable(),
  FirstName: z.string(),
  LastName: z.string(),
  Type: ProviderType,
  NationalProviderId: z.string().nullable(),
  Taxonomy: z.string(),
  LicenseNumber: z.string().nullable(),
  LicenseNumbersByState: z.record(z.string(), z.string()),
  /** Seven arrays, Sunday first, of `{start, end, FacilityId}` in wall minutes `HH:mm`. */
  Schedule: z.array(z.array(z.object({ start: z.string(), end: z.string(), FacilityId }))),
  NotesPermission,
  notes_permissions: z.array(z.object({ PayerId, NotesPermission })),
  time_off: z.array(z.object({ Start: z.string(), End: z.string(), Reason: z.string() })),
  /** Who is billed as rendering provider and cosigns, for an assistant. */
  SupervisorProviderId: ProviderId.nullable(),
  /** Patients at once before the rule of the visit type is asked. */
  MaxAtOnce: z.int().min(1).default(1),
  FacilityIds: z.array(FacilityId),
  Inactive: z.boolean(),
  pending: z.boolean(),
});
export type Provider = z.output<typeof Provider>;

export type Discipline = 'PT' | 'OT' | 'SLP' | 'DC';

export function disciplineOf(type: ProviderType): Discipline {
  if (type === 'PTA') return 'PT';
  if (type === 'OTA') return 'OT';
  return type;
}

export function isAssistant(type: ProviderType): boolean {
  return type === 'PTA' || type === 'OTA';
}

/** `Rosa Alvarez, PT` */
export function providerName(provider: Pick<Provider, 'FirstName' | 'LastName' | 'Type'>): string {
  return `${provider.FirstName} ${provider.LastName}, ${provider.Type}`;
}
