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
  /** What nothing executed: `state id`, or `id | event [index]` for a transition. */
  uncovered: string[];
  /** One line: `door: 3 of 3 states, 5 of 6 transitions executed`. */
  summary: string;
}

/** Every transition of the definition, by name. */
export function transitionNames(machine: AnyStateMachine): Map<AnyTransitionDefinition, string> {
  const names = new Map<AnyTransitionDefinition, string>();
  const name = (node: AnyStateNode, event: string, list: readonly AnyTransitionDefinition[]) =>
    list.forEach((transition, index) =>
      names.set(transition, `${node.id} | ${event === '' ? 'always' : event} [${index}]`),
    );
  for (const node of [machine.root, ...getStateNodes(machine)]) {
    for (const [event, list] of node.transitions) name(node, event, list);
    if (node.always) name(node, '', node.always);
  }
  return names;
}

/** Counts what actors of `machine` execute; `machine` must be the very one that they run. */
export function createCoverage(machine: AnyStateMachine) {
  const transitions = transitionNames(machine);
  const states = new Map(getStateNodes(machine).map((node) => [node, `state ${node.id}`]));
  const names = new Map<unknown, string>([...states, ...transitions]);
  const counts = new Map([...names.keys()].map((each) => [each, 0]));
  const count = (each: unknown) => counts.set(each, counts.get(each)! + 1);
  const share = (what: ReadonlyMap<unknown, string>) => {
    const executed = [...what.keys()].filter((each) => counts.get(each)! > 0).length;
    return `${executed} of ${what.size}`;
  };
  return {
    /** Watches an actor of the machine: give it to `createActor` as `inspect`. */
    inspect(this: void, inspected: InspectionEvent) {
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
    },
    executed: (): Executed => ({
      machine: machine.id,
      counts: Object.fromEntries([...names].map(([each, name]) => [name, counts.get(each)!])),
      uncovered: [...names].filter(([each]) => counts.get(each) === 0).map(([, name]) => name),
      summary: `${machine.id}: ${share(states)} states, ${share(transitions)} transitions executed`,
    }),
  };
}

/** Prints the counts; throws with the names of the states and transitions that nothing executed. */
export function assertComplete(executed: Executed): void {
  const { uncovered, summary } = executed;
  const file = process.env[MACHINE_COUNTS];
  if (file) appendFileSync(file, `${JSON.stringify(executed)}\n`);
  if (uncovered.length > 0)
    throw new Error(`${summary}. Nothing executes:\n  ${uncovered.join('\n  ')}`);
  // Past the test runner, which would put two lines around it.
  process.stdout.write(`${summary}\n`);
}
