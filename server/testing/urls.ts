/** The day on which the demo clinic of every test was seeded. */
export const demoDay = '2026-11-18';

export const templateName = 'mainstay_template';

/** The same server and login, another database. */
export function urlOf(url: string, database: string): string {
  return url.replace(/\/\/\/[^?]*/, `///${database}`);
}
