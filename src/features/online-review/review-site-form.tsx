import { Stack } from '@mantine/core';
import { reviewSite } from '#contract/online-review/review-site.ts';
import { readAll } from '#local/reads/reads.ts';
import { facilityOptions, facilitySelectData } from '#shared/facility-options.ts';
import { recordForm } from '#shared/forms/record-form.tsx';
import type { RecordValues } from '#shared/forms/record-values.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';

type Values = RecordValues<typeof reviewSite>;

/** A site where patients of a facility can write a review. */
export const reviewSiteForm = recordForm(reviewSite, {
  async known() {
    const facilities = await readAll('facilities');
    return { facilities, sites: await readAll('reviewSites') };
  },
  start: (_known, { facilityId }) => ({ FacilityId: facilityId, SortOrder: 1 }) as unknown as Partial<Values>,
  objection({ FacilityId, Name }, { known, id }) {
    const same = known.sites.find(
      (one) =>
        one.ReviewSiteId !== id && one.FacilityId === FacilityId && one.Name.toLowerCase() === Name.toLowerCase(),
    );
    if (!same) return null;
    const sentence = 'This facility already has a site with this name.';
    return { refusals: { Name: sentence }, other: { id: same.ReviewSiteId, name: same.Name } };
  },
  Layout({ Field, values: { FacilityId }, known }) {
    const { facilityIds } = useCurrentUser();
    const { regions } = useWebsite();
    const own = known.facilities.filter((one) => facilityIds === null || facilityIds.includes(one.FacilityId));
    const open = known.facilities.filter(
      (one) => one.FacilityId === FacilityId || (!one.Inactive && own.includes(one)),
    );
    return (
      <Stack gap="sm">
        <Field of="FacilityId" options={facilitySelectData(facilityOptions(open, regions))} />
        <Field of="Name" description="Patients read this name on the button." />
        <Field of="Url" description="The page where patients write the review, beginning with https://." />
        <Field of="SortOrder" description="Every patient sees the sites in the same order." />
      </Stack>
    );
  },
});
