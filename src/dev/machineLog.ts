/** What the running machines say (XState's inspection events), kept as a page can show it. */
import type { InspectionEvent } from 'xstate';

export interface RunningMachine {
  /** XState's session id. */
  id: string;
  name: string;
  status: string;
  /** Each active leaf, from the root: `flow.delivering.uploading`. */
  states: string[];
  context: ContextEntry[];
  /** Newest first. */
  events: MachineEvent[];
}

export interface ContextEntry {
  name: string;
  value: string;
  /** Whether the last step has changed it. */
  isNew: boolean;
}

export interface MachineEvent {
  number: number;
  /** Milliseconds since 1970. */
  at: number;
  type: string;
  /** The rest of the event as JSON; empty when there is none. */
  detail: string;
  /** Where it led; empty while the state stayed. */
  states: string[];
}

export interface MachineLog {
  inspect(event: InspectionEvent): void;
  /** For `useSyncExternalStore`: a new list after every change. */
  machines(): readonly RunningMachine[];
  subscribe(listener: () => void): () => void;
  clear(): void;
}

/** Events kept for each machine. */
const KEPT = 100;

export function createMachineLog(now: () => number): MachineLog {
  let machines: readonly RunningMachine[] = [];
  let number = 0;
  const listeners = new Set<() => void>();
  const publish = (next: readonly RunningMachine[]) => {
    machines = next;
    for (const listener of listeners) listener();
  };
  const change = (id: string, step: (machine: RunningMachine) => RunningMachine) =>
    publish(machines.map((machine) => (machine.id === id ? step(machine) : machine)));

  return {
    inspect(event) {
      if (event.type !== '@xstate.event' && event.type !== '@xstate.snapshot') return;
      const { actorRef } = event;
      const snapshot: unknown = 'snapshot' in event ? event.snapshot : actorRef.getSnapshot();
      // Promises, callbacks and observables are actors too; what they send shows as events.
      if (!isMachineSnapshot(snapshot)) return;
      const id = actorRef.sessionId;
      if (!machines.some((machine) => machine.id === id)) {
        const started = {
          id,
          name: snapshot.machine.id,
          status: '',
          states: [],
          context: [],
          events: [],
        };
        publish([withSnapshot(started, snapshot), ...machines]);
      }
      if (event.type === '@xstate.event') {
        const { type, ...rest } = event.event;
        number += 1;
        const entry = { number, at: now(), type, detail: detailOf(rest), states: [] };
        change(id, (machine) => ({
          ...machine,
          events: [entry, ...machine.events].slice(0, KEPT),
        }));
      } else {
        change(id, (machine) => withSnapshot(machine, snapshot));
      }
    },
    machines: () => machines,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear: () => publish([]),
  };
}

interface MachineSnapshot {
  value: unknown;
  context: Record<string, unknown>;
  status: string;
  machine: { id: string };
}

function isMachineSnapshot(snapshot: unknown): snapshot is MachineSnapshot {
  return typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot;
}

function withSnapshot(machine: RunningMachine, snapshot: MachineSnapshot): RunningMachine {
  const states = leavesOf(snapshot.value);
  const before = new Map(machine.context.map(({ name, value }) => [name, value]));
  const context = Object.entries(snapshot.context).map(([name, content]) => {
    const value = textOf(content);
    return { name, value, isNew: before.size > 0 && before.get(name) !== value };
  });
  const [last, ...earlier] = machine.events;
  const hasMoved = states.join() !== machine.states.join();
  const events = last && hasMoved ? [{ ...last, states }, ...earlier] : machine.events;
  return { ...machine, status: snapshot.status, states, context, events };
}

function leavesOf(value: unknown, above = ''): string[] {
  if (typeof value === 'string') return [above + value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => {
    const leaves = leavesOf(below, `${above}${key}.`);
    return leaves.length > 0 ? leaves : [above + key];
  });
}

function detailOf(rest: Record<string, unknown>): string {
  const { actorId: _, ...said } = rest;
  return Object.keys(said).length > 0 ? textOf(said) : '';
}

/** JSON, with functions and errors by their names, and no more than a page wants. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'function') return `ƒ ${part.name}`;
    return part instanceof Error ? `${part.name}: ${part.message}` : part;
  });
  return text === undefined ? 'undefined' : text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
