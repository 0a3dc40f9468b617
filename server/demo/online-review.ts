import type { ClinicSpec } from './clinic.ts';
import { demoId } from './ids.ts';

/** Where patients of the demo clinics can write reviews: two sites of the first facility. */
export function reviewSiteRows({ site, facilities }: ClinicSpec): object[] {
  const [first] = facilities;
  if (!first) return [];
  const FacilityId = demoId(site, 'facility', first.key);
  const row = (key: string, Name: string, SortOrder: number) => ({
    site,
    ReviewSiteId: demoId(site, 'review site', key),
    FacilityId,
    Name,
    Url: `https://${key}.example.com/${site}`,
    SortOrder,
  });
  return [row('maps', 'Maps', 1), row('stars', 'Stars', 2)];
}
