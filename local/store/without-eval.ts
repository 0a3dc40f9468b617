import { config } from 'zod';

// zod tries whether it may compile schemas; the content policy refuses that, and browsers report each try.
config({ jitless: true });
