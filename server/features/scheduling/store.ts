/** What other features need of scheduling. */
export { demandPlace } from './places.ts';
export { customDaysIn, facilitiesNamed, holidaysIn, patientNames, providersNamed } from './rows.ts';
export { demandFree } from './slots.ts';
export { batchWithOffers } from './waiting-rows.ts';
