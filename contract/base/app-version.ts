/** Told with every call, for the audit log; the same as in package.json. */
export const appVersion = '0.1.0';
