import type { ServiceEntry } from './service.ts';

/** Services in one line: each code with its minutes, or how often. */
export function serviceWords(services: readonly Pick<ServiceEntry, 'CPT_Code' | 'Minutes' | 'Count'>[]): string {
  if (services.length === 0) return 'None';
  return services
    .map(({ CPT_Code, Minutes, Count }) => `${CPT_Code} ${Minutes === null ? `× ${Count ?? 1}` : `${Minutes} min`}`)
    .join(', ');
}
