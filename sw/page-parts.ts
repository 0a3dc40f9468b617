const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

/** Files that a built page of patients loads at once, by their paths. */
export function partsOfPage(html: string): string[] {
  return named(html, /(?:src|href)="(\/(?:assets\/public|icons)\/[^"]+)"/g);
}

/** Files that a built script of such a page loads with it or later: they stand in it by name. */
export function partsOfScript(script: string): string[] {
  const names = named(script, /["'`](?:\.\/|\/?assets\/public\/)([\w-]+\.(?:js|css))["'`]/g);
  return names.map((name) => `/assets/public/${name}`);
}
