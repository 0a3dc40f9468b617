let publicUrl = 'http://localhost:3000';

/** Where links in messages lead; told once when the server is built. */
export function linkMessagesTo(url: string): void {
  publicUrl = url;
}

/** The address of a path in a message. */
export function addressOf(path: string): string {
  return `${publicUrl}${path}`;
}

/** Below the API's root: where mail programs send what their 'Unsubscribe' asks for, with the token behind it. */
export const oneClickPath = '/messages/unsubscribe/';
