import { playSeeds } from './seeds.ts';

playSeeds(0, 2);
