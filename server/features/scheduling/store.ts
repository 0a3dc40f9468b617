/** What other features need of scheduling. */
export { assertPlace } from './places.ts';
export { customDaysIn, facilitiesNamed, holidaysIn, patientLines, providersAt, providersNamed } from './rows.ts';
export { assertFree, holdInTurn } from './slots.ts';
export { batchWithOffers } from './waiting-rows.ts';
