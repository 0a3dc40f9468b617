/** Why Mainstay cannot keep work safe in this browser window, or null. Told before anybody types anything. */
export async function unsuitableReason(): Promise<string | null> {
  if (!window.isSecureContext || !globalThis.crypto?.subtle) {
    return 'Mainstay needs a secure address (https) to encrypt patient information on this device. Ask your administrator for the address that begins with https.';
  }
  if (typeof indexedDB === 'undefined') return noStorage;
  return (await canStore()) ? null : noStorage;
}

const noStorage =
  'This browser doesn’t let Mainstay store data on this device. Private windows and strict privacy settings can cause this. Open Mainstay in a regular window. Nothing was lost.';

function canStore(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open('mainstay-probe');
      request.onsuccess = () => {
        request.result.close();
        indexedDB.deleteDatabase('mainstay-probe');
        resolve(true);
      };
      request.onerror = () => resolve(false);
      request.onblocked = () => resolve(false);
    } catch {
      resolve(false);
    }
  });
}
