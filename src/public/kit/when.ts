import type { Language } from '#contract/words/language.ts';

const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' };

/** Wall times are of the clinic: no zone of the phone moves them. */
const atWall = (wall: string) => new Date(`${wall}Z`);

/** `Monday, November 23` */
export function showDay(wall: string, language: Language): string {
  const day = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locales[language], day).format(atWall(wall));
}

/** `10:15 AM` */
export function showClock(wall: string, language: Language): string {
  const clock = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const;
  // Newer browsers part hour and half of the day by a space of their own.
  return new Intl.DateTimeFormat(locales[language], clock).format(atWall(wall)).replace(/[\u202f\u00a0]/g, ' ');
}

/** `(503) 555-0142`; a number of another country as it is written. */
export function showNumber(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : phone;
}

/** The day so many days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** `Mon` and `23`, for a strip of days. */
export function showShortDay(day: string, language: Language): { weekday: string; date: string } {
  const at = atWall(`${day}T00:00`);
  const of = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locales[language], { ...options, timeZone: 'UTC' }).format(at);
  return { weekday: of({ weekday: 'short' }), date: of({ day: 'numeric' }) };
}

/** `Pacific Time` of a zone, as people there call it. */
export function showZone(timeZone: string, language: Language): string {
  const parts = new Intl.DateTimeFormat(locales[language], { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
