import { playSeeds } from './seeds.ts';

playSeeds(1, 2);
