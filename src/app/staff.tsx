import { OnDeckRoute } from './routes/on-deck.tsx';
import { StaffFrame } from './staff-frame.tsx';

/** What everybody who is signed in opens first, in one file; the sign-in page shows none of it. */
export const staff = { OnDeckRoute, StaffFrame };
