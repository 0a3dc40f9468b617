/**
 * Where programs that tests start find their code compiled (vitest.config.ts); for those that get an environment of
 * their own, as `npm start` gives its server one.
 */
export function compileCache(): Record<string, string> {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
