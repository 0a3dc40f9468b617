import type { PlaceOfService } from '../facilities/place-of-service.ts';

/** The toggles of the calendar and the places each shows (spec 4). */
export const placeToggles = {
  inClinic: ['11'],
  telehealth: ['02', '10'],
  mobileRehab: ['12', '13', '14'],
} as const satisfies Record<string, readonly PlaceOfService[]>;
export type PlaceToggle = keyof typeof placeToggles;

export const placeToggleNames: Record<PlaceToggle, string> = {
  inClinic: 'In clinic',
  telehealth: 'Telehealth',
  mobileRehab: 'Mobile rehab',
};

/** All on (spec 4). */
export const allPlaces: readonly PlaceToggle[] = ['inClinic', 'telehealth', 'mobileRehab'];

/** A place no toggle names, such as Ambulatory Surgical, is always shown: nothing could bring it back. */
export function isPlaceShown(place: PlaceOfService, on: readonly PlaceToggle[]): boolean {
  const toggle = allPlaces.find((each) => (placeToggles[each] as readonly string[]).includes(place));
  return toggle === undefined || on.includes(toggle);
}
