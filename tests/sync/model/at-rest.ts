import type { Device } from './device.ts';
import type { Scope } from './history.ts';
import type { Server } from './server.ts';

type World = {
  server: Server;
  devices: readonly Device[];
  /** Calls that a restored backup took back after they had left the device. */
  forgotten: ReadonlySet<string>;
  scopesOf(device: Device): readonly Scope[];
};

/** At rest: every device holds what its user may see, and every call took effect once or is kept. */
export function differs(world: World): string | null {
  const { server, devices, scopesOf } = world;
  for (const { id, parent } of server.rows.values())
    if (parent !== null && !server.rows.has(parent)) return `${id} hangs on a row that does not exist`;
  for (const device of devices) {
    const scopes = scopesOf(device);
    const wanted = [...server.rows.values()].filter((row) => scopes.includes(row.scope));
    for (const row of wanted) {
      const held = device.rows.get(row.id);
      if (!held) return `${device.name} lacks ${row.id}`;
      if (JSON.stringify(held) !== JSON.stringify(row)) return `${device.name} holds an old ${row.id}`;
    }
    const ids = new Set(wanted.map((row) => row.id));
    for (const id of device.rows.keys()) if (!ids.has(id)) return `${device.name} keeps ${id}`;
    const wrong = miscounted(world, device);
    if (wrong) return wrong;
  }
  return null;
}

function miscounted({ server, forgotten }: World, device: Device): string | null {
  const times = new Map<number, number>();
  for (const { mid } of device.made) times.set(mid, (times.get(mid) ?? 0) + 1);
  for (const [mid, made] of times) {
    const key = `${device.name}/${mid}`;
    const effects = server.effects.get(key) ?? 0;
    const parked = device.parked.filter((call) => call.mid === mid).length;
    if (effects > made) return `${key} took effect ${effects} times`;
    if (effects + parked < made && !forgotten.has(key)) return `${key} is lost`;
    if (effects + parked > made) return `${key} took effect and is parked`;
  }
  return null;
}
