import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { StaffFrame } from '#app/staff-frame.tsx';
import { Watchdogs } from '#session/watchdogs/later.tsx';

/** What is printed stands without the shell (spec 2), for staff alone, and locks as every other screen does. */
export function PrintFrame() {
  return (
    <StaffFrame>
      <Outlet />
      <Suspense>
        <Watchdogs />
      </Suspense>
    </StaffFrame>
  );
}
