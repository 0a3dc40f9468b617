/** Signs a text with the key of this device: base64url, as the server reads it. */
export async function signText({ privateKey }: CryptoKeyPair, text: string): Promise<string> {
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const bytes = new Uint8Array(await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
