/** How `npm run dev` watches the running machines (src/start/machinePanel.ts). A build leaves all of it out. */

/** Gets what XState's `inspect` reports: https://stately.ai/docs/inspection. */
type Inspect = (reported: unknown) => void;

let watcher: Inspect | undefined;

export function watchMachines(inspect: Inspect): void {
  watcher = inspect;
}

export const inspected = (): { inspect?: Inspect } =>
  import.meta.env.DEV && watcher ? { inspect: watcher } : {};
