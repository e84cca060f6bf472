/**
 * Which states and transitions of a machine's definition were executed. Transitions are those of the
 * definition, whatever starts them: events, finished and failed actors, delays, and "always".
 */
import { appendFileSync } from 'node:fs';
import type {
  Actor,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate';
import { getStateNodes } from 'xstate/graph';

/** Where `npm run machines` collects how often each state and transition was executed: a file, a line of JSON each. */
export const MACHINE_COUNTS = 'MACHINE_COUNTS';

/** What was executed of a machine's definition. */
export interface Executed {
  machine: string;
  /** How often, by the names below. */
  counts: Record<string, number>;
  /** One line: `door: 3 of 3 states, 5 of 6 transitions executed`. */
  summary: string;
}

/** Every state and transition of the definition: `state id`, or `id | event [index]`. */
function namesIn(machine: AnyStateMachine): Map<unknown, string> {
  const nodes = getStateNodes(machine);
  const names = new Map<unknown, string>(nodes.map((node) => [node, `state ${node.id}`]));
  const name = (node: AnyStateNode, event: string, list: readonly AnyTransitionDefinition[]) =>
    list.forEach((transition, index) =>
      names.set(transition, `${node.id} | ${event === '' ? 'always' : event} [${index}]`),
    );
  for (const node of [machine.root, ...nodes]) {
    for (const [event, list] of node.transitions) name(node, event, list);
    if (node.always) name(node, '', node.always);
  }
  return names;
}

/** How often scenarios have executed each state and transition, by machine and name. */
const counted = new Map<string, Record<string, number>>();

/** Counts what an actor of this machine executes: give it to `createActor` as `inspect`. */
export function countExecuted(machine: AnyStateMachine): (inspected: InspectionEvent) => void {
  const names = namesIn(machine);
  const counts = counted.get(machine.id) ?? {};
  counted.set(machine.id, counts);
  const count = (each: unknown) => {
    const name = names.get(each);
    // The root, and how an actor begins, are not of the definition.
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  };
  return (inspected) => {
    // Not one of the actors that it invokes.
    const isOfMachine = (inspected.actorRef as Actor<AnyStateMachine>).logic === machine;
    if (!('snapshot' in inspected) || !isOfMachine) return;
    for (const node of (inspected.snapshot as AnyMachineSnapshot)._nodes) count(node);
    if (inspected.type !== '@xstate.microstep') return;
    for (const transition of inspected._transitions) {
      count(transition);
      // A state that is left before anything is waited for is in no snapshot.
      count(transition.source);
    }
  };
}

/** Prints how much the scenarios of this process have executed; throws with the names of what none has. */
export function assertComplete(machine: AnyStateMachine): void {
  const counts = counted.get(machine.id) ?? {};
  const names = [...namesIn(machine).values()];
  const uncovered = names.filter((name) => !counts[name]);
  const share = (what: string[]) =>
    `${what.filter((name) => counts[name]).length} of ${what.length}`;
  const isState = (name: string) => name.startsWith('state ');
  const states = share(names.filter(isState));
  const transitions = share(names.filter((name) => !isState(name)));
  const summary = `${machine.id}: ${states} states, ${transitions} transitions executed`;
  const file = process.env[MACHINE_COUNTS];
  const all = Object.fromEntries(names.map((name) => [name, counts[name] ?? 0]));
  const executed: Executed = { machine: machine.id, counts: all, summary };
  if (file) appendFileSync(file, `${JSON.stringify(executed)}\n`);
  if (uncovered.length > 0)
    throw new Error(`${summary}. Nothing executes:\n  ${uncovered.join('\n  ')}`);
  // Past the test runner, which would put two lines around it.
  process.stdout.write(`${summary}\n`);
}
