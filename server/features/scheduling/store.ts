/** What other features need of scheduling. */
export { assertPlace } from './places.ts';
export { customDaysIn, facilitiesNamed, holidaysIn, patientNames, providersNamed } from './rows.ts';
export { assertFree } from './slots.ts';
export { batchWithOffers } from './waiting-rows.ts';
