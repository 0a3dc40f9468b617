import type { BookingProvider } from '../scheduling/booking-facts.ts';
import type { Span } from '../scheduling/wall-time.ts';
import type { WorkingDay } from '../scheduling/working-day.ts';

/** What takes a provider's time, and a room: a visit, a meeting, a time held online, a time offered to the waitlist. */
export type Busy = Span & {
  kind: 'visit' | 'meeting' | 'hold' | 'offer';
  FacilityId: string;
  ProviderId: string;
  RoomId: string | null;
  /** Null where it is not known what it will be. */
  VisitTypeName: string | null;
};

/** A provider's hours on a day, and what takes them. */
export type ProviderDay = { provider: BookingProvider; working: WorkingDay; busy: readonly Busy[] };
