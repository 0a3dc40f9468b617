import { z } from 'zod';
import { FacilityId } from '../base/ids.ts';
import { count, line, ref, type Field } from '../record/fields.ts';
import { record } from '../record/record.ts';
import { isReviewAddress } from './review-address.ts';

export const ReviewSiteId = z.uuid().brand<'ReviewSiteId'>();
export type ReviewSiteId = z.output<typeof ReviewSiteId>;

const longestAddress = 300;
/** More are not read through on a phone. */
export const mostReviewSites = 5;

const address = {
  label: 'Web address',
  schema: z
    .string()
    .max(longestAddress)
    .refine(isReviewAddress, { error: 'must be an address that begins with https://' }),
  kind: { is: 'line', most: longestAddress },
  asks: 'Enter the web address.',
  wrong: 'Enter the whole address, beginning with https://.',
} satisfies Field;

/** A site where patients of a facility can write a review; all of them see all of its sites, in the same order. */
export const reviewSite = record({
  name: 'reviewSite',
  entity: 'reviewSites',
  noun: 'review site',
  feature: 'onlineReview',
  path: '/reviewSites',
  id: { ReviewSiteId },
  parent: null,
  may: { all: ['access company', 'access online reviews'] },
  fields: {
    FacilityId: ref('Facility', FacilityId, { to: 'facilities' }),
    /** As patients read it. */
    Name: line('Site name', 40),
    Url: address,
    SortOrder: count('Place on the page', 1, 9),
  },
  brief: ({ Name }) => Name,
});

export const ReviewSite = reviewSite.Row;
export type ReviewSite = z.output<typeof ReviewSite>;

/** As every patient sees them. */
export function inPageOrder<S extends Pick<ReviewSite, 'SortOrder' | 'Name'>>(sites: readonly S[]): S[] {
  return sites.toSorted((a, b) => a.SortOrder - b.SortOrder || a.Name.localeCompare(b.Name));
}
