import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { StaffFrame } from '../staff-frame.tsx';
import { Watchdogs } from '../watchdogs/later.tsx';

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
