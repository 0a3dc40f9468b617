import type { EndpointName } from '#contract/endpoints.ts';

/** What each principal that is no member of the staff at work gets from every endpoint that is not for anyone. */
export const refusals = {
  'no one signed in': 'signed-out',
  // Their own tokens have an audience of their own; one that says the staff's opens nothing, though it is signed by us.
  'a patient': 'signed-out',
  'a guarantor': 'signed-out',
  'an unrecognised patient': 'signed-out',
  'a kiosk': 'signed-out',
  // Of a member of the staff in all but its kind.
  'a patient with the session of the staff': 'signed-out',
  'an expired token': 'signed-out',
  'a token of a foreign key': 'signed-out',
  'a token without signature': 'signed-out',
  'a token for another audience': 'signed-out',
  'a token of a session that was never opened': 'signed-out',
  'a signed-out session': 'signed-out',
  'a session whose refresh secret came twice': 'signed-out',
  'a disabled user': 'signed-out',
  'a token of another site': 'select-site',
  'a user without rights': 'not-configured',
  'a user at a blocked address': 'ip-blocked',
} as const;
export type Outsider = keyof typeof refusals;

/** Answer from the signed token alone, so that they can while the database does not: what else is wrong is not seen there. */
export const fromTokenAlone: readonly EndpointName[] = ['outage.userDetails'];
/** Whose token is right in itself. */
export const wellSigned: readonly Outsider[] = [
  'a token of a session that was never opened',
  'a signed-out session',
  'a session whose refresh secret came twice',
  'a disabled user',
  'a user without rights',
  'a user at a blocked address',
];
