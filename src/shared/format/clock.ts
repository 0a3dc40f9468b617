/** `10:42 AM` on this device's clock. */
export function showClock(moment: Date): string {
  const hour = moment.getHours();
  return `${hour % 12 || 12}:${String(moment.getMinutes()).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `10:42 AM` today, `11/18/2026 10:42 AM` otherwise. */
export function showMoment(moment: Date, now = new Date()): string {
  if (moment.toDateString() === now.toDateString()) return showClock(moment);
  const day = `${String(moment.getMonth() + 1).padStart(2, '0')}/${String(moment.getDate()).padStart(2, '0')}/${moment.getFullYear()}`;
  return `${day} ${showClock(moment)}`;
}

/** The device's calendar date, `YYYY-MM-DD`. */
export function localDate(moment: Date): string {
  return `${moment.getFullYear()}-${String(moment.getMonth() + 1).padStart(2, '0')}-${String(moment.getDate()).padStart(2, '0')}`;
}
