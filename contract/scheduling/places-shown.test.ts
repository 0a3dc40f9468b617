import { expect, test } from 'vitest';
import { placeOrder } from '../facilities/place-of-service.ts';
import { allPlaces, isPlaceShown, type PlaceToggle } from './places-shown.ts';

const shown = (on: readonly PlaceToggle[]) => placeOrder.filter((place) => isPlaceShown(place, on));

test.each<[readonly PlaceToggle[], string[]]>([
  [allPlaces, ['11', '10', '02', '12', '13', '14', '24', '99']],
  [['inClinic'], ['11', '24', '99']],
  [['telehealth'], ['10', '02', '24', '99']],
  [['mobileRehab'], ['12', '13', '14', '24', '99']],
  [[], ['24', '99']],
])('with %j on, these places are shown', (on, places) => {
  expect(shown(on)).toEqual(places);
});
