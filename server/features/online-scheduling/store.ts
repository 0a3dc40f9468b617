/** Whether somebody may book online just now, and the time they hold, given up: for a check-in at a kiosk. */
export { hasOptions } from './options.ts';
export { dropHold } from './rows.ts';
