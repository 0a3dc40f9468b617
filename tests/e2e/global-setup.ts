import { makeTemplate } from '../clinic-template.ts';

/** One database for all specs, which each of them copies. */
export default function setUp(): Promise<() => void> {
  return makeTemplate();
}
