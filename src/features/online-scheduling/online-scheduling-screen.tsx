import { Button } from '@mantine/core';
import { useState } from 'react';
import { facilityName, type Facility } from '#contract/facilities/facility.ts';
import { bookedBy, type BookingRule } from '#contract/online-scheduling/booking-rule.ts';
import { loginAddress } from '#contract/patient-login/login-address.ts';
import { readAll } from '#local/reads/reads.ts';
import type { About } from '#shared/forms/draft-drawer.tsx';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { useLive } from '#shared/hooks/use-live.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { DataTable } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { bookingRuleForm } from './booking-rule-form.tsx';
import classes from './online-scheduling.module.css';

/** Which visits patients book online, as this device holds the rules, and the address where they do. */
export function OnlineSchedulingScreen() {
  const [open, setOpen] = useState<About<BookingRule> | null>(null);
  const live = useLive(async () => {
    const rules = await readAll('bookingRules');
    return { rules, facilities: await readAll('facilities') };
  }, []);
  const { facilityIds } = useCurrentUser();
  const rows = live.state === 'ready' ? inOrder(live.value.rules, live.value.facilities, facilityIds) : [];
  return (
    <>
      <div className={classes.heading}>
        <h2>Online scheduling</h2>
        <Button variant="default" size="xs" onClick={() => setOpen({ of: null, parent: null })}>
          New rule
        </Button>
      </div>
      {rows.some(({ rule }) => rule.IsOn) && <BookingAddress />}
      {live.state === 'ready' && (
        <DataTable
          label="Online scheduling"
          rows={rows}
          rowKey={({ rule }) => rule.BookingRuleId}
          onOpen={({ rule }) => setOpen({ of: rule, parent: null })}
          columns={[
            { key: 'name', title: 'Name for patients', cell: ({ rule }) => rule.PublicName },
            { key: 'type', title: 'Visit type', cell: ({ rule }) => rule.VisitTypeName, secondary: true },
            { key: 'facility', title: 'Facility', cell: ({ facility }) => facility },
            { key: 'for', title: 'Bookable by', cell: ({ rule }) => bookedBy[rule.For], secondary: true },
            {
              key: 'state',
              title: 'Online',
              cell: ({ rule }) => (
                <MeaningBadge meaning={rule.IsOn ? 'done' : 'past'}>{rule.IsOn ? 'On' : 'Off'}</MeaningBadge>
              ),
            },
          ]}
          empty={
            <EmptyState title="No rules for online scheduling" compact>
              Patients can’t book online yet. Add a rule for each visit type they may book.
            </EmptyState>
          }
        />
      )}
      {live.state === 'loading' && <LoadingSkeleton label="Loading the rules" rows={3} />}
      {live.state === 'failed' && (
        <ErrorState title="The rules could not be loaded">
          They are safe on the server. Reload the page to try again.
        </ErrorState>
      )}
      <RecordDrawer
        form={bookingRuleForm}
        at="/company/onlineScheduling"
        about={open}
        onReopen={setOpen}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

/** Of the facilities where someone works; null is all. */
function inOrder(rules: readonly BookingRule[], facilities: readonly Facility[], own: readonly string[] | null) {
  const names = new Map(facilities.map((one) => [one.FacilityId, facilityName(one)]));
  return rules
    .filter(({ FacilityId }) => own === null || own.includes(FacilityId))
    .map((rule) => ({ rule, facility: names.get(rule.FacilityId) ?? '-' }))
    .toSorted((a, b) => a.facility.localeCompare(b.facility) || a.rule.PublicName.localeCompare(b.rule.PublicName));
}

/** Where anybody books: for the clinic’s own website. */
function BookingAddress() {
  const { site } = useWebsite();
  const address = `${window.location.origin}${loginAddress({ returnTo: '/onlineScheduling', w: site, aupl: true, agl: false })}`;
  return (
    <p className={classes.address}>
      Link for your website: <a href={address}>{address}</a>
    </p>
  );
}
