/*
 * What a process is started with so that it keeps little memory that it does not use. V8 lets the space for new objects
 * grow to 128 MB and the rest to four times what is in use; glibc keeps what a buffer of a connection left between others.
 */
const flags = ['--max-semi-space-size=16', '--heap-growing-percent=90'];
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Starts the program again in this same process, with settings that count at its start alone: it keeps its id, parent,
 * terminal and arguments. Nothing happens the second time, where whoever started it talks to it by a channel, as
 * `node --watch` does, and where a system has no exec. What the environment says of the same settings counts.
 */
export function runLean(): void {
  const { env, execve, execPath, execArgv, argv } = process;
  if (flags.every((flag) => execArgv.includes(flag))) return keepFromChildren();
  if (process.connected || execve === undefined) return;
  if (flags.some((flag) => env['NODE_OPTIONS']?.includes(flag.replace(/=.*/, '')))) return;
  // Of two that say the same the last one counts.
  execve(execPath, [execPath, ...flags, ...execArgv, ...argv.slice(1)], { ...allocator, ...env });
}

/** A database that this process starts allocates in another way. */
function keepFromChildren(): void {
  for (const [name, value] of Object.entries(allocator)) if (process.env[name] === value) delete process.env[name];
}
