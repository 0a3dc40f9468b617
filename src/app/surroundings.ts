/** Why Mainstay cannot keep work safe in this browser window, or null. Told before anybody types anything. */
export async function unsuitableReason(): Promise<string | null> {
  if (!window.isSecureContext || !globalThis.crypto?.subtle) {
    return "Mainstay opens only over a secure address (https), because patients' information is encrypted on this device. Ask your administrator for the address that begins with https.";
  }
  if (typeof indexedDB === 'undefined') return noStorage;
  return (await canStore()) ? null : noStorage;
}

const noStorage =
  'This browser does not let Mainstay keep anything on this device. Private windows and strict privacy settings do that. Open Mainstay in an ordinary window; nothing was lost.';

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
