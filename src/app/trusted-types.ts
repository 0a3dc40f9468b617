type Policy = { createHTML(text: string): string | null; createScriptURL(text: string): string | null };
type Factory = { createPolicy(name: string, policy: Policy): unknown };

/** Our own built files and the service worker: the only scripts that workers may be made of. */
const ownScript = /^\/(assets\/[\w.-]+\.js|sw\.js)$/;

/** Mantine and React write style sheets as markup. Text without a tag can make no element. */
function tagless(text: string): string | null {
  return text.includes('<') ? null : text;
}

function ownScriptUrl(text: string, here: string): string | null {
  if (!URL.canParse(text, here)) return null;
  const { origin, pathname, href } = new URL(text, here);
  return origin === new URL(here).origin && ownScript.test(pathname) ? href : null;
}

/**
 * The one policy that the server's headers allow (`trusted-types default`): everything that writes markup or starts a
 * script goes through it, our libraries included; null is a refusal. Without Trusted Types in the browser it is not asked.
 */
export const policy = (here: string): Policy => ({
  createHTML: tagless,
  createScriptURL: (text) => ownScriptUrl(text, here),
});

const { trustedTypes } = globalThis as { trustedTypes?: Factory };
trustedTypes?.createPolicy('default', policy(globalThis.location.href));
