import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cruise, type ICruiseOptions, type IForbiddenRuleType } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

type Config = { forbidden: IForbiddenRuleType[]; options: ICruiseOptions };
const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as Config;
const rooms = ['contract', 'local', 'server', 'workers', 'sw', 'src', 'tests', 'scripts'];

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Lists every import that points the wrong way; fails as well when the tool did not see every file. */
export async function boundaryFaults(): Promise<string[]> {
  const result = await cruise(
    rooms,
    { ...config.options, ruleSet: { forbidden: config.forbidden }, validate: true },
    undefined,
    {
      tsConfig: extractTSConfig('./tsconfig.json'),
    },
  );
  if (typeof result.output === 'string') return ['The boundaries tool gave no list of modules.'];
  const seen = new Set(result.output.modules.map((module) => module.source));
  const unseen = rooms.flatMap(sources).filter((file) => !seen.has(file));
  const faults = result.output.summary.violations.map((fault) => `${fault.rule.name}: ${fault.from} → ${fault.to}`);
  return [...unseen.map((file) => `not looked at: ${file}`), ...faults];
}

if (process.argv[1]?.endsWith('boundaries.ts')) {
  const faults = await boundaryFaults();
  for (const fault of faults) console.error(fault);
  console.log(`boundaries: ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
