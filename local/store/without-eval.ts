import { config } from 'zod';

// zod tries whether it may compile schemas; the content policy refuses that, and browsers report each try. Every thread
// begins with this: code that threads share may run before what a page alone imports.
config({ jitless: true });
