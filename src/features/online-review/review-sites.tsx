import { Button } from '@mantine/core';
import { useState } from 'react';
import { facilityName, type Facility } from '#contract/facilities/facility.ts';
import { inPageOrder, type ReviewSite } from '#contract/online-review/review-site.ts';
import { readAll } from '#local/reads/reads.ts';
import type { About } from '#shared/forms/draft-drawer.tsx';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { useLive } from '#shared/hooks/use-live.ts';
import { DataTable } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { reviewSiteForm } from './review-site-form.tsx';
import classes from './online-review.module.css';

/** Where patients of each facility can write reviews, in the order that all of them see. */
export function ReviewSites() {
  const [open, setOpen] = useState<About<ReviewSite> | null>(null);
  const live = useLive(async () => {
    const sites = await readAll('reviewSites');
    return inOrder(sites, await readAll('facilities'));
  }, []);
  return (
    <section className={classes.part} aria-labelledby="review-sites">
      <div className={classes.heading}>
        <h2 id="review-sites">Review sites</h2>
        <Button variant="default" size="xs" onClick={() => setOpen({ of: null, parent: null })}>
          New site
        </Button>
      </div>
      <p className={classes.hint}>Every patient with a review link sees all sites of the facility, in this order.</p>
      {live.state === 'ready' && (
        <DataTable
          label="Review sites by facility"
          rows={live.value}
          rowKey={({ site }) => site.ReviewSiteId}
          onOpen={({ site }) => setOpen({ of: site, parent: null })}
          columns={[
            { key: 'facility', title: 'Facility', cell: ({ facility }) => facility },
            { key: 'place', title: 'Place', cell: ({ site }) => site.SortOrder, secondary: true },
            { key: 'name', title: 'Site name', cell: ({ site }) => site.Name },
            {
              key: 'url',
              title: 'Web address',
              cell: ({ site }) => <span className={classes.address}>{site.Url}</span>,
            },
          ]}
          empty={
            <EmptyState title="No review sites" compact>
              Review links can’t be sent yet. Add the sites where patients can write a review.
            </EmptyState>
          }
        />
      )}
      {live.state === 'loading' && <LoadingSkeleton label="Loading the review sites" rows={3} />}
      {live.state === 'failed' && (
        <ErrorState title="The review sites could not be loaded">
          They are safe on the server. Reload the page to try again.
        </ErrorState>
      )}
      <RecordDrawer
        form={reviewSiteForm}
        at="/company/onlineReviews"
        about={open}
        onReopen={setOpen}
        onClose={() => setOpen(null)}
      />
    </section>
  );
}

function inOrder(sites: readonly ReviewSite[], facilities: readonly Facility[]) {
  const names = new Map(facilities.map((one) => [one.FacilityId, facilityName(one)]));
  return inPageOrder(sites)
    .map((site) => ({ site, facility: names.get(site.FacilityId) ?? '-' }))
    .toSorted((a, b) => a.facility.localeCompare(b.facility));
}
